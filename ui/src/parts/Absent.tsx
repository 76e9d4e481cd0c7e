// An address at which nothing is any more: who deleted it and when, and the way to bring it back; or where it is now.
import type { Refusal } from "../api/refusal";
import type { Event } from "../api/types";
import { actorOf } from "../state/events";
import { useResource } from "../state/resource";
import { undo } from "../state/toasts";
import { Button } from "./Button";
import { Empty, Problem, Together } from "./Rest";
import { Time } from "./Time";
import { t } from "../words";
import { rich } from "../words/rich";

/** The last that happened at an address, and the deletion if that is what it was. */
export function useEnd(subject: string, on: readonly string[], when = true) {
  const last = useResource("/api/events", { query: { subject, limit: 1 } }, { on, when });
  const [event] = last.data.value ?? [];
  return { last, event, end: event?.kind.endsWith(".deleted") && event.subject === subject && !event.undone ? event : null };
}

/** What became of a wiki page: its deletion, or where it was moved to, with the folder it was in perhaps. */
export function useMoved(path: string, when = true) {
  const { last, event, end } = useEnd("hub://wiki/" + path, ["wiki"], when);
  const asks = when && Boolean(event) && !end;
  const page = useResource("/api/wiki/{path}", { path: { path }, query: { html: true } }, { on: ["wiki"], when: asks }); // as whoever reads it: once it is there again, this is no longer known
  return { last, end, moved: asks ? page.error.value?.problem.moved_to : undefined };
}

/** "Deleted two days ago by you." */
export const DeletedBy = ({ event }: { event: Event }) => (
  <>{rich(event.actor === "owner" ? "parts.deletedByYou" : "parts.deletedBy", { name: <bdi>{actorOf(event)}</bdi>, time: <Time at={event.at} words /> })}</>
);

export const BringBack = ({ event }: { event: Event }) => <Button kind="ink" icon="undo" onClick={() => void undo(event.id)}>{t("common.bringItBack")}</Button>;

/** Stands where the hub said that there is nothing: at "hub://projects/shop", which `on` follows. */
export default function Absent({ subject, on, why }: { subject: string; on: readonly string[]; why: Refusal }) {
  const { last, end } = useEnd(subject, on);
  return (
    <Together of={[last]}>
      {end ? <Empty title={end.title ?? t("parts.thisIsNotHere")} action={<BringBack event={end} />}><DeletedBy event={end} /></Empty> : <Problem why={why} />}
    </Together>
  );
}
