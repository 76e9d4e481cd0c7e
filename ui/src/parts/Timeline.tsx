// What happened, one moment under the other: who, what, what it was before, and the way back.
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { api } from "../api/client";
import type { Refusal } from "../api/refusal";
import type { Event } from "../api/types";
import { change } from "../state/change";
import { canUndo, line, told } from "../state/events";
import { Button } from "./Button";
import { extra } from "./deferred";
import { Icon, type IconName } from "./Icon";
import { Time } from "./Time";
import { Change, enough, Sentence } from "./TimelineWords";
import { t } from "../words";

const EventParts = extra(() => import("./EventParts"));
const InTheWay = extra(() => import("./InTheWay"));

interface MomentProps {
  event: Event;
  /** The item whose history this is: it needs no naming. */
  within?: string;
}

export const Timeline = ({ label, children }: { label: string; children: ComponentChildren }) => <ol class="timeline" aria-label={label}>{children}</ol>;

/** The way back of one event: whether it was gone, what is in the way, and the button while there is one. */
export function useUndo(event: Event) {
  const [taken, setTaken] = useState(false);
  const [refused, setRefused] = useState<Refusal | null>(null);
  const undone = event.undone || taken;
  const undo = async () => {
    setTaken(true);
    setRefused(null);
    const answer = await change({
      send: () => api.post("/api/events/{id}/undo", { path: { id: event.id } }), said: t("common.undone"), refused: setRefused,
    });
    if (!answer) setTaken(false);
  };
  return {
    undone,
    inTheWay: refused && <InTheWay why={refused} />,
    button: !undone && canUndo(event) && (
      <Button kind="bare" icon="undo" iconOnly label={t("parts.undoWords", { words: line(event) })} onClick={() => void undo()}>{t("common.undo")}</Button>
    ),
  };
}

export function Moment({ event, within }: MomentProps) {
  const { undone, inTheWay, button } = useUndo(event);
  return (
    <li class={undone ? "moment undone" : "moment"}>
      <span class="moment-mark"><Icon name={iconOf(event)} /></span>
      <div>
        <Sentence event={event} within={within} />
        <p class="moment-when"><Time at={event.at} /><Aged event={event} undone={undone} /></p>
        <Details event={event} within={within} />
        {inTheWay}
      </div>
      {button}
    </li>
  );
}

/** What stands after the time of an event that can't be taken back any more. */
export const Aged = ({ event, undone }: { event: Event; undone: boolean }) => (
  <>{undone && <span>{t("common.undoneMark")}</span>}{event.compacted && <span>{t("parts.tooOldToUndo")}</span>}</>
);

export const iconOf = ({ actor, kind }: Event): IconName => (kind === "reminder.fired" ? "bell" : kind.startsWith("connector.") ? "lock" : kind.startsWith("approval.") && actor === "agent" ? "check" : actor === "owner" ? "you" : "agent");

/** What it was before and is now; what else it touched, on opening. */
export function Details({ event, within }: MomentProps) {
  const [open, setOpen] = useState(false);
  const { notes } = told(event, within);
  const long = notes.some(({ was, is }) => was.length > enough || is.length > enough);
  return (
    <>
      {notes.map((note, i) => <Change key={i} note={note} whole={open} />)}
      {(long || event.also > 0) && (
        <p><Button kind="bare" icon="chevron" expanded={open} onClick={() => setOpen(!open)}>{event.also > 0 ? t(open ? "parts.hideOther" : "parts.showOther", { n: event.also }) : open ? t("parts.showLess") : t("parts.showAll")}</Button></p>
      )}
      {open && event.also > 0 && <EventParts id={event.id} />}
    </>
  );
}
