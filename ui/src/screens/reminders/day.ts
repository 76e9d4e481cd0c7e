// What stands on the day: reminders, snoozes that end, leases, sessions, and what is done already.
import type { AgentDay, Event, Reminder, SessionRecord, Thread } from "../../api/types";
import { wallTime } from "../../state/time";
import { momentOf } from "../../state/wall";
import { timesOf } from "./line/times";

/** due and next: a reminder that waits, and one that comes. done: one that was. wakes: a snooze ends.
 * took and free: a lease begins and ends. session: somebody worked. */
export type Entry = { at: number } & (
  | { kind: "due" | "next"; reminder: Reminder }
  | { kind: "done"; id: string; title: string }
  | { kind: "wakes"; thread: Thread }
  | { kind: "took" | "free"; thread: Pick<Thread, "id" | "summary">; name: string }
  | { kind: "session"; session: SessionRecord; ended: number | null }
);

export interface Known {
  reminders?: readonly Reminder[] | undefined;
  done?: readonly Event[] | undefined;
  threads?: readonly Thread[] | undefined;
  agents?: readonly AgentDay[] | undefined;
  sessions?: readonly SessionRecord[] | undefined;
}

/** The times of a reminder after one and before another: the next is the hub's, those after it are its rule's. */
function timesAfter({ kind, rrule, due_at: due, next_at: next }: Reminder, now: number, end: number): number[] {
  if (!next) return [];
  const at = Date.parse(next);
  const more = due && kind !== "once" ? timesOf({ kind, rrule, at: wallTime(Date.parse(due)) }, wallTime(Math.max(now, at) + 60_000), 20, wallTime(end)) ?? [] : [];
  return [...(at > now ? [at] : []), ...more.map(momentOf)];
}

/** The entries of the days between two moments, in the order of time. What waits from before stands at the beginning. */
export function entriesOf({ reminders = [], done = [], threads = [], agents = [], sessions = [] }: Known, now: number, from: number, end: number): Entry[] {
  const entries: Entry[] = [];
  for (const reminder of reminders) {
    const next = reminder.next_at && Date.parse(reminder.next_at);
    if (reminder.kind === "session" || reminder.kind === "random") continue;
    if (next && next <= now) entries.push({ kind: "due", at: Math.max(next, from), reminder });
    for (const at of timesAfter(reminder, now, end)) entries.push({ kind: "next", at, reminder });
  }
  for (const { subject, title, at, undone, undo_of: undoes } of done) {
    if (!undone && !undoes) entries.push({ kind: "done", at: Date.parse(at), id: subject.split("/").at(-1)!, title: title ?? "" });
  }
  for (const thread of threads) {
    const until = thread.snoozed_until && Date.parse(thread.snoozed_until);
    if (until && until > now) entries.push({ kind: "wakes", at: until, thread });
  }
  for (const { name, held } of agents) {
    for (const thread of held) {
      entries.push({ kind: "took", at: Date.parse(thread.held_since), thread, name });
      if (thread.lease) entries.push({ kind: "free", at: Date.parse(thread.lease.expires_at), thread, name });
    }
  }
  for (const session of sessions) {
    if (session.started_at) entries.push({ kind: "session", at: Date.parse(session.started_at), session, ended: session.ended_at ? Date.parse(session.ended_at) : null });
  }
  return entries.filter(({ at }) => at >= from && at < end).sort((a, b) => a.at - b.at);
}
