// The devices that push goes to, this one first of all: what the browser allows, and what it needs.
import { useState } from "preact/hooks";
import { api } from "../../../api/client";
import type { PushDevice } from "../../../api/types";
import { Button } from "../../../parts/Button";
import { Loaded } from "../../../parts/Rest";
import { Facts } from "../../../parts/Row";
import { Time } from "../../../parts/Time";
import { change } from "../../../state/change";
import { pushState, type PushState, subscribe, thisDevice, unsubscribe } from "../../../state/push";
import type { Resource } from "../../../state/resource";
import { say } from "../../../state/toasts";
import { said, sentence, t } from "../../../words";
import { rich } from "../../../words/rich";

/** Why this device can't be one of them. */
const inTheWay = (state: Exclude<PushState, "able">): string => ({
  insecure: t("settings.pushNeedsHttps"), homescreen: t("settings.pushNeedsHomeScreen"), missing: t("settings.pushIsMissing"), denied: t("settings.pushIsDenied"),
})[state];

/** `changed` is called when there is one more, or one less. */
export default function PushDevices({ of: push, needsContact, changed }: { of: Resource<{ devices: PushDevice[] }>; needsContact: boolean; changed: () => void }) {
  return (
    <Loaded of={push}>
      {({ devices }) => (
        <>
          {devices.length > 0 && <ul class="group clients" aria-label={t("settings.devices")}>{devices.map((one) => <Device key={one.id} device={one} changed={changed} />)}</ul>}
          {needsContact && devices.length > 0 && <p class="wrong" role="alert">{t("settings.pushNeedsContact")}</p>}
          {!devices.some(({ id }) => id === thisDevice.value) && <ThisDevice added={changed} />}
        </>
      )}
    </Loaded>
  );
}

function ThisDevice({ added }: { added: () => void }) {
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState("");
  const [state, setState] = useState(pushState);
  if (state !== "able") return <p>{inTheWay(state)}</p>;
  const add = async () => {
    setBusy(true);
    setWrong("");
    try {
      if (await subscribe()) {
        say(t("settings.thisDeviceIsIn"));
        added();
      } else setState(pushState());
    } catch (failure) {
      setWrong(t("settings.notSubscribed", { why: sentence(failure instanceof Error ? failure.message : String(failure)) }));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div class="stack tight">
      <Button icon="bell" busy={busy} onClick={() => void add()}>{t("settings.notifyThisDevice")}</Button>
      <p class="wrong" role="alert">{wrong}</p>
    </div>
  );
}

function Device({ device: { id, name, created_at: made, last_sent_at: sent, last_error: error, last_error_said: coded }, changed }: { device: PushDevice; changed: () => void }) {
  const [busy, setBusy] = useState(false);
  const end = async () => {
    setBusy(true);
    const answer = await change({ send: () => api.delete("/api/notify/push/devices/{id}", { path: { id } }), failed: t("settings.notRemoved") });
    setBusy(false);
    if (!answer) return;
    await unsubscribe(id).catch(() => {}); // the hub sends nothing there any more
    say(t("settings.nameIsOut", { name }));
    changed();
  };
  return (
    <li>
      <p class="line">
        <strong dir="auto">{name}</strong>
        {id === thisDevice.value && <span class="meta">{t("settings.thisDevice")}</span>}
        <Button kind="bare" danger icon="trash" label={t("settings.removeName", { name })} busy={busy} onClick={() => void end()}>{t("settings.remove")}</Button>
      </p>
      <Facts of={[
        <span key="m">{rich("settings.madeAt", { time: <Time at={made} words /> })}</span>,
        sent ? <span key="s">{rich("settings.lastSent", { time: <Time at={sent} words /> })}</span> : t("settings.nothingHasBeenSentYet"),
      ]} />
      {error && <p class="meta">{sentence(said(error, coded))}</p>}
    </li>
  );
}
