// What happened, one moment under the other: who, what, what it was before, and the way back.
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { api } from "../api/client";
import type { Refusal } from "../api/refusal";
import type { Event, EventPart } from "../api/types";
import { change } from "../state/change";
import { actorOf, canUndo, itemName, line, type Note, notesOf, placeOf, told } from "../state/events";
import { useResource } from "../state/resource";
import { clockTime, fullTime } from "../state/time";
import { Button } from "./Button";
import { Icon, type IconName } from "./Icon";
import { Inline } from "./Inline";
import { Loaded } from "./Rest";
import { Time } from "./Time";

/** How much of a text stands in the list, in characters; all of it is one press away. */
const enough = 280;

interface MomentProps {
  event: Event;
  /** The item whose history this is: it needs no naming. */
  within?: string;
  /** The day stands above it: the clock time is enough. */
  sameDay?: boolean;
}

export const Timeline = ({ label, children }: { label: string; children: ComponentChildren }) => <ol class="timeline" aria-label={label}>{children}</ol>;

export function Moment({ event, within, sameDay = false }: MomentProps) {
  const [taken, setTaken] = useState(false);
  const [refused, setRefused] = useState<Refusal | null>(null);
  const undone = event.undone || taken;
  const words = line(event);
  const undo = async () => {
    setTaken(true);
    setRefused(null);
    const answer = await change({
      send: () => api.post("/api/events/{id}/undo", { path: { id: event.id } }), said: "Taken back.", refused: setRefused,
    });
    if (!answer) setTaken(false);
  };
  return (
    <li class={undone ? "moment undone" : "moment"}>
      <span class="moment-mark"><Icon name={iconOf(event)} /></span>
      <div>
        <Sentence event={event} within={within} />
        <p class="moment-when">
          {sameDay ? <time dateTime={event.at} title={fullTime(event.at)}>{clockTime(event.at)}</time> : <Time at={event.at} />}
          {undone && <span>taken back</span>}
        </p>
        <Details event={event} />
        {refused && <InTheWay why={refused} />}
      </div>
      {!undone && canUndo(event) && (
        <Button kind="bare" icon="undo" iconOnly={within !== undefined} label={`Undo: ${words}`} onClick={() => void undo()}><span class="roomy">Undo</span></Button>
      )}
    </li>
  );
}

const iconOf = ({ actor, kind }: Event): IconName => (kind.startsWith("approval.") && actor === "agent" ? "approve" : actor === "owner" ? "you" : "agent");

/** "You finished Order the cable", with the item as a link. */
function Sentence({ event, within }: { event: Event; within?: string | undefined }) {
  const { verb, link, rest } = told(event);
  const href = placeOf(event.subject);
  const alone = /^(settings|approval)\./.test(event.kind);
  const named = !alone && event.subject !== within;
  const name = itemName(event);
  return (
    <p>
      <strong dir="auto">{actorOf(event)}</strong> {verb}
      {named && <> {link} {href && event.after !== null ? <a href={href} dir="auto">{name}</a> : <span dir="auto">{name}</span>}</>}
      {!alone && !named && !link && " it"}
      {rest && <> {rest}</>}
    </p>
  );
}

/** What it was before and is now; what else it touched, on opening. */
function Details({ event }: { event: Event }) {
  const [open, setOpen] = useState(false);
  const { notes } = told(event);
  const long = notes.some(({ was, is }) => was.length > enough || is.length > enough);
  const other = event.also === 1 ? "1 other item" : `${event.also} other items`;
  return (
    <>
      {notes.map((note, i) => <Change key={i} note={note} whole={open} />)}
      {(long || event.also > 0) && (
        <p><Button kind="bare" icon="chevron" expanded={open} onClick={() => setOpen(!open)}>{event.also > 0 ? `${open ? "Hide" : "Show"} ${other}` : open ? "Show less" : "Show all"}</Button></p>
      )}
      {open && event.also > 0 && <Parts id={event.id} />}
    </>
  );
}

const cut = (text: string, whole: boolean) => (whole || text.length <= enough ? text : text.slice(0, enough).trimEnd() + "…");

function Change({ note: { label, was, is, remark }, whole }: { note: Note; whole: boolean }) {
  if (remark) return <p class="moment-note" dir="auto"><Inline text={cut(is, whole)} /></p>;
  return (
    <p class="moment-note">
      {label && <span class="moment-label">{label}</span>}
      {was && <del><span class="unseen">Before: </span><Inline text={cut(was, whole)} /></del>}
      {is && <ins><span class="unseen">Now: </span><Inline text={cut(is, whole)} /></ins>}
    </p>
  );
}

/** What the same change did to other items. */
function Parts({ id }: { id: string }) {
  const event = useResource("/api/events/{id}", { path: { id } }, { on: [] });
  return (
    <Loaded of={event}>
      {({ parts, also }) => (
        <ul class="moment-parts">
          {parts.map((part) => <Part key={part.subject} part={part} />)}
          {parts.length < also && <li class="meta">{`and ${also - parts.length} more`}</li>}
        </ul>
      )}
    </Loaded>
  );
}

const kinds: Record<string, string> = { threads: "Thread", projects: "Project", wiki: "Page", reminders: "Reminder", sessions: "Session" };

function Part({ part }: { part: EventPart }) {
  const href = placeOf(part.subject);
  const kind = kinds[part.subject.replace(/^hub:\/\//, "").split("/")[0]!] ?? "Item";
  const does = part.before === null ? "came with it" : part.after === null ? "went with it" : null;
  const notes = does ? [] : notesOf(part);
  return (
    <li>
      <p><span class="meta">{kind}</span> {href && part.after !== null ? <a href={href} dir="auto">{itemName(part)}</a> : <span dir="auto">{itemName(part)}</span>}{does && ` ${does}`}</p>
      {notes.map((note, i) => <Change key={i} note={note} whole />)}
    </li>
  );
}

/** How many of what stands in the way are named. */
const most = 5;

/** Why an undo was refused, and what has to be undone first. */
export function InTheWay({ why }: { why: Refusal }) {
  const blocking = why.problem.blocking ?? [];
  return (
    <div class="in-the-way" role="alert">
      <p>{why.sentence}</p>
      {blocking.length > 0 && (
        <ul>
          {blocking.slice(0, most).map(({ id }) => <Blocking key={id} id={id} />)}
          {blocking.length > most && <li>{`and ${blocking.length - most} more`}</li>}
        </ul>
      )}
    </div>
  );
}

function Blocking({ id }: { id: string }) {
  const event = useResource("/api/events/{id}", { path: { id } }, { on: [] }).data.value;
  return <li>{event && <><Sentence event={event} /><Time at={event.at} words /></>}</li>;
}
