// What happened, one moment under the other: who, what, what it was before, and the way back.
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { api } from "../api/client";
import type { Refusal } from "../api/refusal";
import type { Event } from "../api/types";
import { change } from "../state/change";
import { canUndo, line, told } from "../state/events";
import { clockTime, fullTime } from "../state/time";
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
      send: () => api.post("/api/events/{id}/undo", { path: { id: event.id } }), said: t("common.undone"), refused: setRefused,
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
          {undone && <span>{t("common.undoneMark")}</span>}
          {event.compacted && <span>{t("parts.tooOldToUndo")}</span>}
        </p>
        <Details event={event} />
        {refused && <InTheWay why={refused} />}
      </div>
      {!undone && canUndo(event) && (
        <Button kind="bare" icon="undo" iconOnly={within !== undefined} label={t("parts.undoWords", { words })} onClick={() => void undo()}><span class="roomy">{t("common.undo")}</span></Button>
      )}
    </li>
  );
}

const iconOf = ({ actor, kind }: Event): IconName => (kind === "reminder.fired" ? "bell" : kind.startsWith("approval.") && actor === "agent" ? "approve" : actor === "owner" ? "you" : "agent");

/** What it was before and is now; what else it touched, on opening. */
function Details({ event }: { event: Event }) {
  const [open, setOpen] = useState(false);
  const { notes } = told(event);
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
