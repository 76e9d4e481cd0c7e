// A chosen thread that rests: as it was left, or paused with a note to oneself.
import type { Thread } from "../../api/types";
import { Button } from "../../parts/Button";
import { clockTime, fullTime, quietFor, relativeTime } from "../../state/time";
import { begin, finish, putOff } from "../../state/work";
import { TimerChoice } from "./Timer";
import { LeftOff, Step, ThreadCard, Tried } from "./ThreadCard";

export function Ready({ thread }: { thread: Thread }) {
  const { paused_at: paused, resume_step: note, next_steps: [next], focus, lease, blocked_reason: reason, status } = thread;
  const step = note ?? next;
  return (
    <ThreadCard thread={thread} facts={[status === "blocked" && "blocked", paused ? <span key="t" title={fullTime(paused)}>paused {relativeTime(paused)}</span> : quietFor(thread.last_activity_at)]}>
      {lease && <p class="well">{lease.holder} is on it until {clockTime(lease.expires_at)}.</p>}
      {reason && status === "blocked" && <Step label="Waiting for" text={reason} />}
      {step
        ? <Step label={paused && note ? "Your note to yourself" : "Next step"} text={step} />
        : <p class="now-left faint">No next step is written down. Start, and write one when you pause.</p>}
      {focus && <LeftOff text={focus} by={`${thread.source_tool ?? "You"}, ${relativeTime(thread.last_activity_at)}`} />}
      <div class="now-acts">
        <Button kind="ink" big icon="play" onClick={() => void begin(thread)}>{lease ? "Take over" : paused || focus || note ? "Resume" : "Start"}</Button>
        <Button icon="check" onClick={() => void finish(thread)}>Done</Button>
        <Button icon="later" onClick={() => void putOff(thread)}>Not today</Button>
      </div>
      <TimerChoice />
      <Tried tried={thread.tried} />
    </ThreadCard>
  );
}
