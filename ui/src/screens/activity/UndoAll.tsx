// All that one of them did in a time, taken back at once or not at all.
import { useState } from "preact/hooks";
import { api } from "../../api/client";
import type { Refusal } from "../../api/refusal";
import type { Event } from "../../api/types";
import { Button } from "../../parts/Button";
import { extra } from "../../parts/deferred";
import { Field } from "../../parts/Field";
import { Segmented } from "../../parts/Tabs";
import { change } from "../../state/change";
import { canUndo, line } from "../../state/events";
import { useResource } from "../../state/resource";
import { dateIn, fieldTime } from "../../state/time";
import { say } from "../../state/toasts";

const InTheWay = extra(() => import("../../parts/InTheWay"));

/** Whose changes: the owner's, or an agent's. */
export type Who = { actor: "owner" } | { source_tool: string };

const spans = [{ value: "hour", label: "Last hour" }, { value: "today", label: "Today" }, { value: "week", label: "7 days" }, { value: "own", label: "From – to" }] as const;
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
  const [own, setOwn] = useState({ from: dateIn(0) + "T00:00", to: fieldTime(opened) });
  const from = { hour: fieldTime(opened - 3_600_000), today: dateIn(0) + "T00:00", week: dateIn(-6) + "T00:00", own: own.from }[span];
  const to = span === "own" ? own.to : dateIn(0) + "T23:59";
  return (
    <div class="undo-all">
      <Segmented label="Which time" value={span} onChange={setSpan} options={spans} />
      {span === "own" && (
        <div class="undo-span">
          <Field type="datetime-local" label="From" value={own.from} onInput={(time) => setOwn({ ...own, from: time })} />
          <Field type="datetime-local" label="To" value={own.to} onInput={(time) => setOwn({ ...own, to: time })} />
        </div>
      )}
      {from && to ? <Chosen key={from + to} who={who} name={name} from={from} to={to + ":59.999"} /> : <p class="meta">Choose both times.</p>}
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
  if (chosen.length === 0) return <p class="meta">{`${name === "You" ? "You have" : `${name} has`} changed nothing in that time that could be taken back.`}</p>;
  const run = async () => {
    setBusy(true);
    setRefused(null);
    const answer = await change({ send: () => api.post("/api/events:undo", { body: { ...who, from, to } }), refused: setRefused });
    setBusy(false);
    if (!answer) return;
    const { undone, events: [undo] } = answer.data;
    say(undone.length === 1 ? "Taken back: 1 change." : `Taken back: ${undone.length} changes.`, { action: undo ? { label: "Put back", run: () => void putBack(undo) } : null });
  };
  return (
    <>
      <ul class="undo-list">
        {chosen.slice(0, most).map((event) => <li key={event.id} dir="auto">{line(event)}</li>)}
        {chosen.length > most && <li>{`and ${chosen.length - most}${known.length === 200 ? " or more" : ""} others`}</li>}
      </ul>
      {refused && <InTheWay why={refused} />}
      <p><Button icon="undo" busy={busy} onClick={() => void run()}>{chosen.length === 1 ? "Undo this change" : `Undo all ${chosen.length}${known.length === 200 ? " or more" : ""}`}</Button></p>
    </>
  );
}

/** An undo of many is many events of one moment: that moment can be taken back the same way. */
function putBack(undo: string): Promise<unknown> {
  return change({
    send: async () => {
      const { data: { at } } = await api.get("/api/events/{id}", { path: { id: undo } });
      return api.post("/api/events:undo", { body: { actor: "owner", from: at, to: at } });
    },
    said: "Put back.", failed: "It is not put back.",
  });
}
