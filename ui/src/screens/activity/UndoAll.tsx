// All that one of them did in a time, taken back at once or not at all.
import { useState } from "preact/hooks";
import type { Refusal } from "../../api/refusal";
import type { Event } from "../../api/types";
import { Button } from "../../parts/Button";
import { extra } from "../../parts/deferred";
import { Field } from "../../parts/Field";
import { Segmented } from "../../parts/Tabs";
import { canUndo, line } from "../../state/events";
import { useResource } from "../../state/resource";
import { dateIn, wallTime } from "../../state/time";
import { takeBack, type Who } from "../../state/takeBack";
import { t } from "../../words";

const InTheWay = extra(() => import("../../parts/InTheWay"));

const spans = [{ value: "hour", get label() { return t("activity.lastHour"); } }, { value: "today", get label() { return t("common.today"); } }, { value: "week", get label() { return t("activity.7Days"); } }, { value: "own", get label() { return t("activity.ownSpan"); } }] as const;
type Span = (typeof spans)[number]["value"];

/** How many are named before the button. */
const most = 5;

/** Those that would be taken back: what was undone already is left out, and so is an undo
 * whose change is among them. */
export function chosenOf(events: readonly Event[]): Event[] {
  const all = new Set(events.map(({ id }) => id));
  return events.filter((event) => canUndo(event) && !(event.undo_of && all.has(event.undo_of)));
}

export function UndoAll({ who, name }: { who: Who; name: string }) {
  const [span, setSpan] = useState<Span>("today");
  const [opened] = useState(Date.now);
  const [own, setOwn] = useState({ from: dateIn(0) + "T00:00", to: wallTime(opened) });
  const from = { hour: wallTime(opened - 3_600_000), today: dateIn(0) + "T00:00", week: dateIn(-6) + "T00:00", own: own.from }[span];
  const to = span === "own" ? own.to : dateIn(0) + "T23:59";
  return (
    <div class="undo-all">
      <Segmented label={t("activity.whichTime")} value={span} onChange={setSpan} options={spans} />
      {span === "own" && (
        <div class="undo-span">
          <Field type="datetime-local" label={t("activity.from")} value={own.from} onInput={(time) => setOwn({ ...own, from: time })} />
          <Field type="datetime-local" label={t("activity.to")} value={own.to} onInput={(time) => setOwn({ ...own, to: time })} />
        </div>
      )}
      {from && to ? <Chosen key={from + to} who={who} name={name} from={from} to={to + ":59.999"} /> : <p class="meta">{t("activity.chooseBothTimes")}</p>}
    </div>
  );
}

function Chosen({ who, name, from, to }: { who: Who; name: string; from: string; to: string }) {
  const [refused, setRefused] = useState<Refusal | null>(null);
  const [busy, setBusy] = useState(false);
  const list = useResource("/api/events", { query: { ...who, from, to, limit: 200 } });
  const known = list.data.value;
  if (!known) return list.error.value ? <p class="wrong">{list.error.value.of("to") || list.error.value.sentence}</p> : null;
  const chosen = chosenOf(known);
  if (chosen.length === 0) return <p class="meta">{"actor" in who ? t("activity.nothingOfYours") : t("activity.nothingOf", { name })}</p>;
  const run = async () => {
    setBusy(true);
    setRefused(null);
    await takeBack(who, from, to, setRefused);
    setBusy(false);
  };
  return (
    <>
      <ul class="undo-list">
        {chosen.slice(0, most).map((event) => <li key={event.id} dir="auto">{line(event)}</li>)}
        {chosen.length > most && <li>{t(known.length === 200 ? "activity.andMore" : "common.andMore", { n: chosen.length - most })}</li>}
      </ul>
      {refused && <InTheWay why={refused} />}
      <p><Button icon="undo" busy={busy} onClick={() => void run()}>{t(known.length === 200 ? "activity.undoAllOrMore" : "activity.undoAll", { n: chosen.length })}</Button></p>
    </>
  );
}
