// Reminders in the owner's own calendar: an address to subscribe to, made here, shown once, ended.
import { useState } from "preact/hooks";
import { api } from "../../../api/client";
import type { Feed } from "../../../api/types";
import { Button } from "../../../parts/Button";
import { Copyable } from "../../../parts/Copyable";
import { Dialog } from "../../../parts/Dialog";
import { Loaded } from "../../../parts/Rest";
import { Facts } from "../../../parts/Row";
import { Time } from "../../../parts/Time";
import { change } from "../../../state/change";
import { usePolling } from "../../../state/polling";
import { useResource } from "../../../state/resource";
import { development } from "../../../state/session";
import { say } from "../../../state/toasts";
import { t } from "../../../words";
import { rich } from "../../../words/rich";

export default function Reminders() {
  const feed = useResource("/api/calendar", {}, { on: [] }); // no event tells of it
  usePolling(feed);
  return (
    <section class="wide">
      <h3>{t("settings.inYourCalendar")}</h3>
      <p>{t("settings.calendarIs")}</p>
      {development.value
        ? <p>{t("settings.calendarNone")}</p>
        : <Loaded of={feed}>{(known) => <Address feed={known} changed={() => void feed.refetch()} />}</Loaded>}
    </section>
  );
}

function Address({ feed: { active, created_at: made, last_used_at: used }, changed }: { feed: Feed; changed: () => void }) {
  const [url, setUrl] = useState("");
  const [busy, setBusy] = useState(false);
  const [asking, setAsking] = useState<"renew" | "end" | null>(null);
  const make = async () => {
    setBusy(true);
    const answer = await change({ send: () => api.post("/api/calendar"), failed: t("settings.noAddressMade") });
    setBusy(false);
    setAsking(null);
    if (!answer) return;
    setUrl(answer.data.url);
    changed();
  };
  const end = async () => {
    setBusy(true);
    const answer = await change({ send: () => api.delete("/api/calendar"), failed: t("settings.addressNotEnded") });
    setBusy(false);
    setAsking(null);
    if (!answer) return;
    setUrl("");
    say(t("settings.addressEnded"));
    changed();
  };
  return (
    <div class="stack wide">
      {url && (
        <div class="well stack wide" role="group" aria-label={t("settings.theNewAddress")}>
          <p role="status">{t("settings.addressShownOnce")}</p>
          <Copyable label={t("settings.address")} text={url} />
          <Button onClick={() => setUrl("")}>{t("common.done")}</Button>
        </div>
      )}
      {active && made && (
        <Facts of={[
          <span key="m">{rich("settings.madeAt", { time: <Time at={made} words /> })}</span>,
          used ? <span key="u">{rich("settings.lastUsed", { time: <Time at={used} words /> })}</span> : t("settings.neverUsed"),
        ]} />
      )}
      <div class="acts">
        {active
          ? <><Button busy={busy} onClick={() => setAsking("renew")}>{t("settings.newAddress")}</Button><Button danger busy={busy} onClick={() => setAsking("end")}>{t("settings.endAddress")}</Button></>
          : <Button busy={busy} icon="plus" onClick={() => void make()}>{t("settings.makeAddress")}</Button>}
      </div>
      {asking && (
        <Dialog title={asking === "end" ? t("settings.endAddressQuestion") : t("settings.newAddressQuestion")} onClose={() => setAsking(null)}>
          <div class="stack">
            <p>{t("settings.addressStops")}</p>
            <Button danger busy={busy} onClick={() => void (asking === "end" ? end() : make())}>{asking === "end" ? t("settings.endAddress") : t("settings.newAddress")}</Button>
          </div>
        </Dialog>
      )}
    </div>
  );
}
