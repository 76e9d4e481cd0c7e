// A chosen thread that rests: as it was left, or paused with a note to oneself.
import type { Event, Thread } from "../../api/types";
import { Button } from "../../parts/Button";
import { actorOf } from "../../state/events";
import { heldUntil } from "../../state/holder";
import { fullTime, quietFor, relativeTime, tomorrow } from "../../state/time";
import { stepOf } from "../../state/steps";
import { begin, finish, snooze } from "../../state/work";
import { TimerChoice } from "./TimerChoice";
import { LeftOff, NextStep, Step, ThreadCard, Tried, useWritten } from "./ThreadCard";
import { t } from "../../words";

export function Ready({ thread }: { thread: Thread }) {
  const { paused_at: paused, resume_step: note, focus, lease, blocked_reason: reason, status } = thread;
  const written = useWritten(thread);
  return (
    <ThreadCard thread={thread} facts={[status === "blocked" && "blocked", paused ? <span key="t" title={fullTime(paused)}>{t("now.paused", { time: relativeTime(paused) })}</span> : quietFor(thread.last_activity_at)]}>
      {lease && <p class="well">{heldUntil(lease)}</p>}
      {reason && status === "blocked" && <Step label={t("common.waitingFor")} text={reason} />}
      {stepOf(thread)
        ? <NextStep thread={thread} label={paused && note ? noteOf(written("resume_step")) : t("common.nextStep")} />
        : <p class="now-left faint">{t("now.noNextStepIsWritten")}</p>}
      {focus && <LeftOff text={focus} by={written("focus")} />}
      <div class="now-acts">
        <Button kind="ink" big icon="play" onClick={() => void begin(thread)}>{lease ? t("common.takeOver") : paused || focus || note ? t("common.resume") : t("common.start")}</Button>
        <Button icon="check" onClick={() => void finish(thread)}>{t("common.done")}</Button>
        <Button icon="later" onClick={() => void snooze(thread, tomorrow())}>{t("common.snooze")}</Button>
      </div>
      <TimerChoice />
      <Tried tried={thread.tried} />
    </ThreadCard>
  );
}

/** Whose note it is to go on by. */
const noteOf = (by: Event | undefined): string => (!by ? t("common.whereToResume") : by.actor === "owner" ? t("now.yourNoteToYourself") : t("now.noteBy", { name: actorOf(by) }));
