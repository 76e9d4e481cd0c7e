// The owner is at it: only the step, the time, and the two ways to stop.
import type { Thread } from "../../api/types";
import { Button } from "../../parts/Button";
import { extra } from "../../parts/deferred";
import { stepOf } from "../../state/steps";
import { finish } from "../../state/work";
import { PlanStep, saveStep, useStep } from "./PlanStep";
import { LeftOff, NextStep, ThreadCard, Tried, useWritten } from "./ThreadCard";
import { t } from "../../words";

const TimerRun = extra(() => import("./TimerRun"));

/** Finishes it. A step that is written and not saved goes with it: it is there again when the thread is. */
export const finishAfter = async (thread: Thread): Promise<void> => { if (await saveStep(thread)) await finish(thread); };

export function Working({ thread, onPause }: { thread: Thread; onPause: () => void }) {
  const written = useWritten(thread);
  const [writing] = useStep(thread);
  return (
    <ThreadCard thread={thread} facts={[t("common.youAreOnIt")]}>
      <NextStep thread={thread} label={t("common.nextStep")} />
      {(!stepOf(thread) || writing) && <PlanStep thread={thread} />}
      <TimerRun thread={thread} />
      <div class="now-acts">
        <Button kind="ink" big icon="check" onClick={() => void finishAfter(thread)}>{t("common.done")}</Button>
        <Button icon="pause" onClick={onPause}>{t("common.pauseWithANote")}</Button>
      </div>
      {thread.focus && <LeftOff text={thread.focus} by={written("focus")} />}
      <Tried tried={thread.tried} />
    </ThreadCard>
  );
}
