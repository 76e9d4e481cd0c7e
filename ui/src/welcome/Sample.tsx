// The sample data in Settings: what it is, and the way to be rid of it.
import { Button, ButtonLink } from "../parts/Button";
import { Loaded } from "../parts/Rest";
import { to } from "../router";
import { useResource } from "../state/resource";
import { sayDone } from "../state/toasts";
import { anyOfIt, slug } from "./known";
import { code, useRun } from "./run";
import { SampleButton } from "./SampleOffer";

/** Whether it is loaded: a list that is empty if not. */
export const useSample = () => useResource("/api/threads", anyOfIt, { on: ["threads", "projects"] });

export function Sample() {
  const [busy, run] = useRun();
  const there = useSample();
  return (
    <Loaded of={there}>
      {(some) => (some.length === 0
        ? <><p>Six threads, a progress file and three reminders in a project of their own, to look around with. They go as a whole; nothing of yours is touched.</p><div class="line"><SampleButton /></div></>
        : (
          <>
            <p>It is loaded, in the project <a href={to("project", { slug })}>Sample</a>. Threads and reminders that you added to it are moved out before it goes.</p>
            <div class="line">
              <Button
                icon="trash" busy={busy} onClick={() => void run(async () => {
                  const { remove } = await code();
                  const { event, moved } = await remove();
                  sayDone(moved === 0 ? "Sample data removed." : `Sample data removed; ${moved === 1 ? "one thing" : `${moved} things`} of yours moved out of it.`, event);
                }, "The sample data is not removed.")}
              >
                Remove sample data
              </Button>
              <ButtonLink kind="bare" href={to("threads", null, { project: slug })}>Look at it</ButtonLink>
            </div>
          </>
        ))}
    </Loaded>
  );
}
