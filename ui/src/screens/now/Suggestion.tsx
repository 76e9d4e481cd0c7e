// Help with choosing: one thread and why, never a list to weigh.
import { Button } from "../../parts/Button";
import { Empty, Loaded, Skeleton } from "../../parts/Rest";
import { Card } from "../../parts/Card";
import { capture } from "../../shell/Capture";
import { projectTitle } from "../../state/projects";
import { useResource } from "../../state/resource";
import { stepOf } from "../../state/steps";
import { daysAgo } from "../../state/time";
import { choose } from "../../state/work";
import { Facts } from "../../parts/Row";
import { SampleOffer } from "../../welcome/SampleOffer";
import { Step } from "./ThreadCard";
import { said, t } from "../../words";

/** The suggestion, asked for `when` it is wanted. */
export const useNext = (when = true) => useResource("/api/next", {}, { on: ["threads", "settings"], when });

/** Whoever asked for it is led there. */
const arrive = (heading: HTMLElement | null) => heading?.focus({ preventScroll: true });

/** `beside` is the thread that is chosen already; then the suggestion is the smaller thing. */
export function Suggestion({ beside, onDone }: { beside?: string; onDone?: () => void }) {
  const next = useNext();
  return (
    <Loaded of={next} skeleton={<Skeleton rows={2} />}>
      {({ thread, why, ...coded }) => {
        if (!thread) {
          return beside
            ? <div class="well line"><p class="grow">{t("now.thereIsNothingElseTo")}</p><Button kind="bare" onClick={onDone}>{t("common.close")}</Button></div>
            : <Empty title={t("now.nothingIsWaiting")} action={<><Button kind="ink" icon="plus" onClick={() => capture()}>{t("common.captureAThread")}</Button><SampleOffer /></>}>{t("now.writeDownTheOneThing")}</Empty>;
        }
        const take = () => {
          void choose(thread);
          onDone?.();
        };
        const step = stepOf(thread);
        const days = daysAgo(thread.last_activity_at); // as all other places count them, by the calendar
        const reason = coded.params && "n" in coded.params ? { ...coded, params: { ...coded.params, n: days } } : coded;
        const inside = (
          <div class="now-card">
            <Facts of={[beside ? t("now.howAboutThis") : t("now.oneSuggestion"), <span key="p" dir="auto">{projectTitle(thread.project_slug)}</span>]} />
            <h2 class={beside ? "now-other" : "now-title"} dir="auto" tabIndex={-1} ref={beside ? arrive : undefined}>{thread.summary}</h2>
            <p class="meta" dir="auto">{t("now.because", { why: said(why, reason) })}</p>
            {!beside && step && <Step label={t("common.nextStep")} text={step} />}
            <div class="now-acts">
              <Button kind={beside ? "outlined" : "ink"} big={!beside} onClick={take}>{t("now.takeThisOne")}</Button>
              {beside && <Button kind="bare" onClick={onDone}>{t("now.stayWithMine")}</Button>}
            </div>
          </div>
        );
        return beside ? <div class="well">{inside}</div> : <Card label={t("now.suggestion")}>{inside}</Card>;
      }}
    </Loaded>
  );
}
