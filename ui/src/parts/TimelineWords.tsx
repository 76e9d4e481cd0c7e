// The words of one moment: its sentence, and what was one way and is another.
import type { Event } from "../api/types";
import { actorOf, itemName, type Note, placeOf, told } from "../state/events";
import { Inline } from "./Inline";

/** How much of a text stands in the list, in characters; all of it is one press away. */
export const enough = 280;

/** "You finished Order the cable", with the item as a link. */
export function Sentence({ event, within }: { event: Event; within?: string | undefined }) {
  const { verb, link, rest } = told(event);
  const href = placeOf(event.subject);
  const alone = /^(settings|approval)\./.test(event.kind);
  const named = !alone && event.subject !== within;
  const name = itemName(event);
  return (
    <p>
      <strong dir="auto">{actorOf(event)}</strong> {verb}
      {named && <> {link} {href && (event.after || event.compacted) ? <a href={href} dir="auto">{name}</a> : <span dir="auto">{name}</span>}</>}
      {!alone && !named && !link && " it"}
      {rest && <> {rest}</>}
    </p>
  );
}

const cut = (text: string, whole: boolean) => (whole || text.length <= enough ? text : text.slice(0, enough).trimEnd() + "…");

export function Change({ note: { label, was, is, remark }, whole }: { note: Note; whole: boolean }) {
  if (remark) return <p class="moment-note" dir="auto"><Inline text={cut(is, whole)} /></p>;
  return (
    <p class="moment-note">
      {label && <span class="moment-label">{label}</span>}
      {was && <del><span class="unseen">Before: </span><Inline text={cut(was, whole)} /></del>}
      {is && <ins><span class="unseen">Now: </span><Inline text={cut(is, whole)} /></ins>}
    </p>
  );
}
