// The owner is at it: only the step, the time, and the two ways to stop.
import type { Thread } from "../../api/types";
import { Button } from "../../parts/Button";
import { stepOf } from "../../state/steps";
import { finish } from "../../state/work";
import { TimerRun } from "./Timer";
import { LeftOff, NextStep, PlanStep, ThreadCard, Tried, useStep, useWritten } from "./ThreadCard";
import { t } from "../../words";

export function Working({ thread, onPause }: { thread: Thread; onPause: () => void }) {
  const written = useWritten(thread);
  const [writing] = useStep(thread);
  return (
    <ThreadCard thread={thread} facts={[t("common.youAreOnIt")]}>
      <NextStep thread={thread} label={t("common.nextStep")} />
      {(!stepOf(thread) || writing.text) && <PlanStep thread={thread} />}
      <TimerRun thread={thread} />
      <div class="now-acts">
        <Button kind="ink" big icon="check" onClick={() => void finish(thread)}>{t("common.done")}</Button>
        <Button icon="pause" onClick={onPause}>{t("common.pauseWithANote")}</Button>
      </div>
      {thread.focus && <LeftOff text={thread.focus} by={written("focus")} />}
      <Tried tried={thread.tried} />
    </ThreadCard>
  );
}
