import type { EventPart } from "../api/types";
import { itemName, notesOf, placeOf } from "../state/events";
import { useResource } from "../state/resource";
import { Loaded } from "./Rest";
import { Change } from "./TimelineWords";
import { t } from "../words";

/** What the same change did to other items. */
export default function EventParts({ id }: { id: string }) {
  const event = useResource("/api/events/{id}", { path: { id } }, { on: [] });
  return (
    <Loaded of={event}>
      {({ parts, also }) => (
        <ul class="moment-parts">
          {parts.map((part) => <Part key={part.subject} part={part} />)}
          {parts.length < also && <li class="meta">{t("common.andMore", { n: also - parts.length })}</li>}
        </ul>
      )}
    </Loaded>
  );
}

const kinds: Record<string, string> = { get threads() { return t("common.thread"); }, get projects() { return t("common.project"); }, get wiki() { return t("parts.page"); }, get reminders() { return t("common.reminder"); }, get sessions() { return t("parts.session"); } };

function Part({ part }: { part: EventPart }) {
  const href = placeOf(part.subject);
  const kind = kinds[part.subject.replace(/^hub:\/\//, "").split("/")[0]!] ?? t("parts.item");
  const does = part.before === null ? t("parts.cameWithIt") : part.after === null ? t("parts.wentWithIt") : null;
  const notes = does ? [] : notesOf(part);
  return (
    <li>
      <p><span class="meta">{kind}</span> {href && part.after !== null ? <a href={href} dir="auto">{itemName(part)}</a> : <span dir="auto">{itemName(part)}</span>}{does && ` ${does}`}</p>
      {notes.map((note, i) => <Change key={i} note={note} whole />)}
    </li>
  );
}
