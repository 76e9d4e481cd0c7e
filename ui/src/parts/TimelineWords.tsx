// The words of one moment: its sentence, and what was one way and is another.
import type { Event } from "../api/types";
import { actorOf, itemName, type Note, placeOf, told } from "../state/events";
import { Inline } from "./Inline";
import { t } from "../words";
import { filled } from "../words/rich";

/** How much of a text stands in the list, in characters; all of it is one press away. */
export const enough = 280;

/** "You finished Order the cable", with the item as a link. */
export function Sentence({ event, within }: { event: Event; within?: string | undefined }) {
  const { key, params } = told(event, within);
  const href = placeOf(event.subject);
  const name = itemName(event);
  const what = event.subject === within ? t("event.it")
    : href && (event.after || event.compacted) ? <a href={href} dir="auto">{name}</a> : <span dir="auto">{name}</span>;
  return <p>{filled(key, { who: <><strong dir="auto">{actorOf(event)}</strong>{event.via && <> (<bdi>{event.via}</bdi>)</>}</>, what, ...params })}</p>;
}

const cut = (text: string, whole: boolean) => (whole || text.length <= enough ? text : text.slice(0, enough).trimEnd() + "…");

export function Change({ note: { label, was, is, remark }, whole }: { note: Note; whole: boolean }) {
  if (remark) return <p class="moment-note" dir="auto"><Inline text={cut(is, whole)} /></p>;
  return (
    <p class="moment-note">
      {label && <span class="moment-label">{label}</span>}
      {was && <del><span class="unseen">{t("parts.before")} </span><Inline text={cut(was, whole)} /></del>}
      {is && <ins><span class="unseen">{t("parts.now")} </span><Inline text={cut(is, whole)} /></ins>}
    </p>
  );
}
