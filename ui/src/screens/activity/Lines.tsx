// What happened on a day, one line an event; a burst of one agent is one line as well.
import { useState } from "preact/hooks";
import type { Refusal } from "../../api/refusal";
import type { Event } from "../../api/types";
import { Button } from "../../parts/Button";
import { extra } from "../../parts/deferred";
import { Icon } from "../../parts/Icon";
import { Aged, Details, iconOf, Timeline, useUndo } from "../../parts/Timeline";
import { Sentence } from "../../parts/TimelineWords";
import { actorOf, itemName, line, placeOf, told } from "../../state/events";
import { takeBack } from "../../state/takeBack";
import { clockTime, fullTime } from "../../state/time";
import { list, t } from "../../words";
import { filled } from "../../words/rich";
import { type Burst, fold, itemsOf, undoable } from "./bursts";

const InTheWay = extra(() => import("../../parts/InTheWay"));

/** `whole`: nothing of the time between two events is left out, so a burst can be taken back by its time. */
export function Lines({ label, events, whole }: { label: string; events: readonly Event[]; whole: boolean }) {
  return (
    <Timeline label={label}>
      {fold(events).map((one) => ("length" in one ? <Folded key={one.at(-1)!.id} burst={one} whole={whole} /> : <Line key={one.id} event={one} />))}
    </Timeline>
  );
}

const Clock = ({ at }: { at: string }) => <time dateTime={at} title={fullTime(at)}>{clockTime(at)}</time>;

function Line({ event }: { event: Event }) {
  const { undone, inTheWay, button } = useUndo(event);
  const [open, setOpen] = useState(false);
  const more = event.also > 0 || told(event).notes.length > 0;
  return (
    <li class={undone ? "moment one undone" : "moment one"}>
      <span class="moment-mark"><Icon name={iconOf(event)} small /></span>
      <Sentence event={event} />
      <p class="moment-when"><Clock at={event.at} /><Aged event={event} undone={undone} /></p>
      <span class="one-acts">
        {more && <Button kind="bare" icon="chevron" iconOnly expanded={open} onClick={() => setOpen(!open)}>{t("activity.detailsOf", { words: line(event) })}</Button>}
        {button}
      </span>
      {(open || inTheWay) && <div class="one-more">{open && <Details event={event} />}{inTheWay}</div>}
    </li>
  );
}

/** How many of its items are named. */
const most = 2;

function Folded({ burst, whole }: { burst: Burst; whole: boolean }) {
  const [open, setOpen] = useState(false);
  const [refused, setRefused] = useState<Refusal | null>(null);
  const [busy, setBusy] = useState(false);
  const [newest] = burst, oldest = burst.at(-1)!;
  const items = itemsOf(burst), back = undoable(burst);
  const first = clockTime(oldest.at), last = clockTime(newest.at);
  const link = (event: Event) => (placeOf(event.subject) && event.after ? <a href={placeOf(event.subject)!} dir="auto">{itemName(event)}</a> : <bdi>{itemName(event)}</bdi>);
  const [one, two] = items;
  const what = items.length === 1 ? link(one!) : filled(items.length > most ? "activity.nItems" : "activity.twoItems", { a: link(one!), b: link(two!), n: items.length - most });
  const undoAll = async () => {
    setBusy(true);
    setRefused(null);
    await takeBack({ source_tool: newest.source_tool ?? "", via: newest.via ?? "" }, oldest.at, newest.at, setRefused);
    setBusy(false);
  };
  return (
    <li class="moment one burst">
      <span class="moment-mark"><Icon name="agent" small /></span>
      <p>{filled("event.compacted", { who: <strong dir="auto">{actorOf(newest)}</strong>, n: burst.length, what })}</p>
      <p class="moment-when"><time dateTime={newest.at} title={fullTime(newest.at)}>{first === last ? last : `${first}–${last}`}</time></p>
      <span class="one-acts">
        <Button kind="bare" icon="chevron" iconOnly expanded={open} onClick={() => setOpen(!open)}>{t("activity.showTheChanges", { n: burst.length, names: list(items.slice(0, most).map(itemName)) })}</Button>
      </span>
      {open && (
        <div class="one-more">
          <ol class="in-burst">{burst.map((event) => <Line key={event.id} event={event} />)}</ol>
          {refused && <InTheWay why={refused} />}
          {whole && newest.source_tool && back.length > 1 && <p><Button icon="undo" busy={busy} onClick={() => void undoAll()}>{t("activity.undoAll", { n: back.length })}</Button></p>}
        </div>
      )}
    </li>
  );
}
