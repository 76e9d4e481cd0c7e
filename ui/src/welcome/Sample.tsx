// The sample data in Settings: what it is, and the way to be rid of it.
import { Button, ButtonLink } from "../parts/Button";
import { Loaded } from "../parts/Rest";
import { to } from "../router";
import { useResource } from "../state/resource";
import { sayDone } from "../state/toasts";
import { anyOfIt, slug } from "./known";
import { code, useRun } from "./run";
import { SampleButton } from "./SampleOffer";
import { t } from "../words";
import { rich } from "../words/rich";

/** Whether it is loaded: a list that is empty if not. */
export const useSample = () => useResource("/api/threads", anyOfIt, { on: ["threads", "projects"] });

export function Sample() {
  const [busy, run] = useRun();
  const there = useSample();
  return (
    <Loaded of={there}>
      {(some) => (some.length === 0
        ? <><p>{t("welcome.sixThreadsAProgressFile")}</p><div class="line"><SampleButton /></div></>
        : (
          <>
            <p>{rich("welcome.loaded", { a: (words) => <a href={to("project", { slug })}>{words}</a> })}</p>
            <div class="line">
              <Button
                icon="trash" busy={busy} onClick={() => void run(async () => {
                  const { remove } = await code();
                  const { event, moved } = await remove();
                  sayDone(moved === 0 ? t("welcome.sampleDataRemoved") : t("welcome.removedMoved", { n: moved }), event);
                }, t("welcome.theSampleDataIsNot"))}
              >
                {t("welcome.removeSampleData")}
              </Button>
              <ButtonLink kind="bare" href={to("threads", null, { project: slug })}>{t("welcome.lookAtIt")}</ButtonLink>
            </div>
          </>
        ))}
    </Loaded>
  );
}
