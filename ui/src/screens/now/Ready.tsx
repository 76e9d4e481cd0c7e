// A chosen thread that rests: as it was left, or paused with a note to oneself.
import type { Thread } from "../../api/types";
import { Button } from "../../parts/Button";
import { clockTime, fullTime, quietFor, relativeTime } from "../../state/time";
import { stepOf } from "../../state/steps";
import { begin, finish, putOff } from "../../state/work";
import { TimerChoice } from "./Timer";
import { LeftOff, NextStep, Step, ThreadCard, Tried } from "./ThreadCard";
import { t } from "../../words";

export function Ready({ thread }: { thread: Thread }) {
  const { paused_at: paused, resume_step: note, focus, lease, blocked_reason: reason, status } = thread;
  return (
    <ThreadCard thread={thread} facts={[status === "blocked" && "blocked", paused ? <span key="t" title={fullTime(paused)}>{t("now.paused", { time: relativeTime(paused) })}</span> : quietFor(thread.last_activity_at)]}>
      {lease && <p class="well">{t("parts.holderIsOnItUntil", { holder: lease.holder, time: clockTime(lease.expires_at) })}</p>}
      {reason && status === "blocked" && <Step label={t("common.waitingFor")} text={reason} />}
      {stepOf(thread)
        ? <NextStep thread={thread} label={paused && note ? t("now.yourNoteToYourself") : t("common.nextStep")} />
        : <p class="now-left faint">{t("now.noNextStepIsWritten")}</p>}
      {focus && <LeftOff text={focus} by={`${thread.source_tool ?? t("common.you")}, ${relativeTime(thread.last_activity_at)}`} />}
      <div class="now-acts">
        <Button kind="ink" big icon="play" onClick={() => void begin(thread)}>{lease ? t("common.takeOver") : paused || focus || note ? t("common.resume") : t("common.start")}</Button>
        <Button icon="check" onClick={() => void finish(thread)}>{t("common.done")}</Button>
        <Button icon="later" onClick={() => void putOff(thread)}>{t("common.snooze")}</Button>
      </div>
      <TimerChoice />
      <Tried tried={thread.tried} />
    </ThreadCard>
  );
}
