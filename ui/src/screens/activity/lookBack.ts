// The week in a few lines of plain text, for a note or a message.
import { stepOf } from "../../state/steps";
import { api } from "../../api/client";
import type { Event, Thread } from "../../api/types";
import { dateIn } from "../../state/time";
import { t } from "../../words";
import { shortDate } from "./dates";

export interface Week {
  /** "2026-05-04" */
  from: string;
  to: string;
  /** Events of threads added and finished, also those taken back since. */
  added: readonly Event[];
  finished: readonly Event[];
  blocked: readonly Pick<Thread, "summary" | "blocked_reason">[];
  /** What would be taken up next. */
  next: Pick<Thread, "summary" | "resume_step" | "next_steps"> | null;
  open: number;
}

/** How many are named in a line. */
const most = 7;

const named = (names: readonly string[]) => names.slice(0, most).join("; ") + (names.length > most ? `; ${t("common.andMore", { n: names.length - most })}` : "");

/** Each thread once, the newest first, without those that were taken back. */
const inEffect = (events: readonly Event[]) => [...new Map(events.filter(({ undone }) => !undone).map((event) => [event.subject, event])).values()];

export function lookBack({ from, to, added, finished, blocked, next, open }: Week): string {
  const done = inEffect(finished), came = inEffect(added);
  const byAgents = came.filter(({ actor }) => actor === "agent").length;
  const step = next && stepOf(next);
  return [
    t("activity.fromTo", { from: shortDate(from), to: shortDate(to) }),
    done.length > 0 ? t("activity.weekFinished", { n: done.length, names: named(done.map(({ title, subject }) => title ?? subject)) }) : t("activity.weekNothing"),
    [came.length > 0 ? t("activity.weekAdded", { n: came.length }) : t("activity.weekAddedNothing"), byAgents > 0 && t("activity.weekByAgents", { n: byAgents }), t("activity.weekOpen", { n: open })].filter(Boolean).join("; "),
    blocked.length > 0 && t("activity.weekWaiting", { names: named(blocked.map(({ summary, blocked_reason: reason }) => (reason ? `${summary} (${reason})` : summary))) }),
    next && t("activity.weekNext", { name: next.summary + (step ? `, ${step}` : "") }),
  ].filter(Boolean).join("\n");
}

/** Asks the hub for the last seven days. */
export async function weekOfNow(): Promise<string> {
  const [from, to] = [dateIn(-6), dateIn(0)];
  const since = from + "T00:00";
  const [added, finished, blocked, now, next, overview] = await Promise.all([
    api.get("/api/events", { query: { kind: "thread.created", from: since, limit: 200 } }),
    api.get("/api/events", { query: { kind: "thread.done", from: since, limit: 200 } }),
    api.get("/api/threads", { query: { status: ["blocked"], limit: 50 } }),
    api.get("/api/now"), api.get("/api/next"), api.get("/api/overview"),
  ]);
  const { open = 0, blocked: waiting = 0 } = overview.data.threads;
  return lookBack({ from, to, added: added.data, finished: finished.data, blocked: blocked.data, next: now.data.thread ?? next.data.thread ?? null, open: open + waiting });
}
