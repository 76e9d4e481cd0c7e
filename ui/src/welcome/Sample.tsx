// The sample data, in Settings and where a place is still empty.
import { useState } from "preact/hooks";
import { Refusal } from "../api/refusal";
import { Button, ButtonLink } from "../parts/Button";
import { Loaded } from "../parts/Rest";
import { to } from "../router";
import { overview } from "../state/overview";
import { useResource } from "../state/resource";
import { now, wallTime } from "../state/time";
import { say, sayDone } from "../state/toasts";
import { anyOfIt, slug } from "./known";

/** What does it, loaded when it is wanted. */
const code = () => import("./sample").catch(() => { throw new Refusal(0); });

/** Runs one of the two at a time, and says how it went. */
function useRun(): [busy: boolean, run: (what: () => Promise<void>, failed: string) => Promise<void>] {
  const [busy, setBusy] = useState(false);
  return [busy, async (what, failed) => {
    setBusy(true);
    try {
      await what();
    } catch (failure) {
      if (!(failure instanceof Refusal)) throw failure;
      say(`${failed} ${failure.status === 409 ? "A project of yours is called “sample”: rename it first." : failure.sentence}`, { alarm: true });
    } finally {
      setBusy(false);
    }
  }];
}

/** Loads the sample data. */
export function SampleButton({ bare = false }: { bare?: boolean }) {
  const [busy, run] = useRun();
  return (
    <Button
      kind={bare ? "bare" : "outlined"} busy={busy} onClick={() => void run(async () => {
        const { load } = await code();
        await load(wallTime(new Date(now.peek() + 86_400_000).toISOString()).slice(0, 10));
        say("Sample data loaded. Settings, Data removes it.");
      }, "The sample data is not loaded.")}
    >
      {busy ? "Loading sample data" : "Load sample data"}
    </Button>
  );
}

/** Offers it where a place is empty because the hub is new. */
export function SampleOffer() {
  const numbers = overview().data.value;
  const fresh = numbers && Object.values(numbers.threads).every((n) => n === 0);
  return fresh ? <SampleButton bare /> : null;
}

/** The sample data with what it is, and the way to be rid of it. */
export function Sample() {
  const [busy, run] = useRun();
  const there = useResource("/api/threads", anyOfIt, { on: ["threads", "projects"] });
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
