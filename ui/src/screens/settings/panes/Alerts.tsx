// What the hub says of itself, where to, when, and how that went; and the owner's clock.
import { useEffect } from "preact/hooks";
import type { Delivery } from "../../../api/types";
import { Button } from "../../../parts/Button";
import { Icon } from "../../../parts/Icon";
import { Loaded, Together } from "../../../parts/Rest";
import { Time } from "../../../parts/Time";
import { usePreferences } from "../../../state/preferences";
import { type PagedResource, usePages, useResource } from "../../../state/resource";
import { clockTime } from "../../../state/time";
import { Quiet, Zone } from "../Clock";
import { GatewayForm } from "../GatewayForm";

export default function Alerts() {
  const gateway = useResource("/api/gateway", {}, { on: ["settings"] });
  const preferences = usePreferences();
  const preview = usePreview();
  const log = usePages("/api/deliveries", { query: { limit: 20 } });
  return (
    <Together of={[gateway, preferences, preview, log]}>
      <p class="meta">One short message when threads have gone quiet, and when a reminder is due. Nothing to say, nothing sent.</p>
      <Loaded of={gateway}>{(known) => <GatewayForm gateway={known} onTest={() => void log.refetch()} />}</Loaded>
      <section>
        <h3>Your clock</h3>
        <Loaded of={preferences}>{(chosen) => <div class="stack"><Zone chosen={chosen} /><Quiet chosen={chosen} /></div>}</Loaded>
      </section>
      <section>
        <h3>What the next one says</h3>
        <Preview of={preview} />
      </section>
      <section>
        <h3>Delivery log</h3>
        <Log log={log} />
      </section>
    </Together>
  );
}

const usePreview = () => useResource("/api/gateway/preview", {}, { on: ["threads", "settings"] });

function Preview({ of: preview }: { of: ReturnType<typeof usePreview> }) {
  return (
    <Loaded of={preview}>
      {({ payload }) => {
        const { text, message } = (payload ?? {}) as { text?: string; message?: string };
        return payload ? <p class="well message" dir="auto">{text ?? message}</p> : <p>No thread is quiet, so nothing would go.</p>;
      }}
    </Loaded>
  );
}

const kinds: Record<Delivery["kind"], string> = { digest: "Digest", reminder: "Reminder", test: "Test" };
/** How long after a look at a message that waits, in milliseconds. */
const again = 3_000;

function Log({ log }: { log: PagedResource<Delivery> }) {
  const known = log.data.value;
  const waits = known?.items.some(({ state }) => state === "queued");
  useEffect(() => {
    if (!waits) return;
    const timer = setInterval(() => void log.refetch(), again);
    return () => clearInterval(timer);
  }, [log, waits]);
  return (
    <Loaded of={log}>
      {({ items, next }) => (items.length === 0 ? <p>Nothing has been sent yet.</p> : (
        <>
          <div class="scroll-x" tabIndex={0} role="group" aria-label="Delivery log">
            <table class="log">
              <thead><tr><th scope="col">When</th><th scope="col">What</th><th scope="col">State</th><th scope="col">Tries</th></tr></thead>
              <tbody>
                {items.map((one) => (
                  <tr key={one.id}>
                    <td><Time at={one.sent_at ?? one.created_at} words /></td>
                    <td>{kinds[one.kind]}</td>
                    <td><State of={one} /></td>
                    <td>{one.attempts}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          {next && <Button kind="bare" onClick={() => void log.more()}>Show more</Button>}
        </>
      ))}
    </Loaded>
  );
}

function State({ of: { state, next_attempt_at: next, last_error: error } }: { of: Delivery }) {
  if (state === "sent") return <span class="status done"><Icon name="check" small />Sent</span>;
  if (state === "failed") return <><span class="status failed"><Icon name="warn" small />Failed</span>{error && <p class="meta">{error}</p>}</>;
  return <><span class="status quiet"><Icon name="later" small />Waiting{next && `, next try ${clockTime(next)}`}</span>{error && <p class="meta">{error}</p>}</>;
}
