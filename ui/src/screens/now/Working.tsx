// The owner is at it: only the step, the time, and the two ways to stop.
import type { Thread } from "../../api/types";
import { Button } from "../../parts/Button";
import { finish } from "../../state/work";
import { TimerRun } from "./Timer";
import { LeftOff, Step, ThreadCard, Tried } from "./ThreadCard";
import { relativeTime } from "../../state/time";

export function Working({ thread, onPause }: { thread: Thread; onPause: () => void }) {
  const step = thread.resume_step ?? thread.next_steps[0];
  return (
    <ThreadCard thread={thread} facts={["you are on it"]}>
      {step && <Step label="Next step" text={step} />}
      <TimerRun thread={thread} />
      <div class="now-acts">
        <Button kind="ink" big icon="check" onClick={() => void finish(thread)}>Done</Button>
        <Button icon="pause" onClick={onPause}>Pause with a note</Button>
      </div>
      {thread.focus && <LeftOff text={thread.focus} by={relativeTime(thread.last_activity_at)} />}
      <Tried tried={thread.tried} />
    </ThreadCard>
  );
}
