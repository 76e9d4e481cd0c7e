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
import { channelName } from "../alerts/channels";
import { kindName } from "../alerts/Kinds";
import { Channels, useDevices } from "../alerts/Channels";
import { GatewayForm } from "../alerts/GatewayForm";
import { QuietHours } from "../alerts/QuietHours";
import { said, sentence, t } from "../../../words";

export default function Alerts() {
  const gateway = useResource("/api/gateway", {}, { on: ["settings"] });
  const notify = useResource("/api/notify", {}, { on: ["settings"] });
  const devices = useDevices();
  const preferences = usePreferences();
  const preview = usePreview();
  const log = usePages("/api/deliveries", { query: { limit: 20 } });
  const tested = () => void log.refetch();
  return (
    <Together of={[gateway, notify, devices, preferences, preview, log]}>
      <p class="meta">{t("settings.oneShortMessageWhenThreads")}</p>
      <Loaded of={gateway}>{(known) => <GatewayForm gateway={known} onTest={tested} />}</Loaded>
      <section class="wide">
        <h3>{t("settings.otherChannels")}</h3>
        <Channels notify={notify} devices={devices} onTest={tested} />
      </section>
      <section>
        <h3>{t("settings.yourClock")}</h3>
        <Loaded of={preferences}>{(chosen) => <div class="stack"><Zone chosen={chosen} /><Quiet chosen={chosen} /></div>}</Loaded>
        <Loaded of={notify}>{(all) => <QuietHours of={all} />}</Loaded>
      </section>
      <section>
        <h3>{t("settings.whatTheNextOneSays")}</h3>
        <Preview of={preview} />
      </section>
      <section>
        <h3>{t("settings.deliveryLog")}</h3>
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
        return payload ? <p class="well message" dir="auto">{text ?? message}</p> : <p>{t("settings.noThreadIsQuietSo")}</p>;
      }}
    </Loaded>
  );
}

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
      {({ items, next }) => (items.length === 0 ? <p>{t("settings.nothingHasBeenSentYet")}</p> : (
        <>
          <div class="scroll-x" tabIndex={0} role="group" aria-label={t("settings.deliveryLog")}>
            <table class="log">
              <thead><tr><th scope="col">{t("settings.when")}</th><th scope="col">{t("settings.what")}</th><th scope="col">{t("settings.channel")}</th><th scope="col">{t("settings.state")}</th><th scope="col">{t("settings.tries")}</th></tr></thead>
              <tbody>
                {items.map((one) => (
                  <tr key={one.id}>
                    <td><Time at={one.sent_at ?? one.created_at} words /></td>
                    <td>{kindName(one.kind)}</td>
                    <td>{channelName(one.channel)}</td>
                    <td><State of={one} /></td>
                    <td>{one.attempts}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          {next && <Button kind="bare" onClick={() => void log.more()}>{t("common.showMore")}</Button>}
        </>
      ))}
    </Loaded>
  );
}

function State({ of: { state, next_attempt_at: next, last_error: error, last_error_said: coded } }: { of: Delivery }) {
  return (
    <>
      {state === "sent" && <span class="status done"><Icon name="check" small />{t("settings.sent")}</span>}
      {state === "failed" && <span class="status failed"><Icon name="warn" small />{t("settings.failed")}</span>}
      {state === "queued" && <span class="status quiet"><Icon name="later" small />{next ? t("settings.waitingNext", { time: clockTime(next) }) : t("settings.waiting")}</span>}
      {error && <p class="meta">{sentence(said(error, coded))}</p>}
    </>
  );
}
