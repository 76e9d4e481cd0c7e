// Times in the owner's zone and words. Signals: whoever calls these in a component is drawn
// anew when the minute turns.
import { signal } from "@preact/signals";
import { zone } from "./preferences";

const minute = 60_000, hour = 60 * minute, day = 24 * hour;

/** The present minute, in milliseconds since 1970. */
export const now = signal(Date.now());

/** Keeps `now` going while somebody looks. */
export function tick(): () => void {
  const turn = () => { if (!document.hidden) now.value = Date.now(); };
  const timer = setInterval(turn, minute / 2);
  document.addEventListener("visibilitychange", turn);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", turn);
  };
}

const language = () => navigator.language || "en";
const formats = new Map<string, Intl.DateTimeFormat>();

function format(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const timeZone = zone.value;
  const key = JSON.stringify([timeZone, options]);
  let made = formats.get(key);
  if (!made) formats.set(key, made = new Intl.DateTimeFormat(language(), { ...options, ...(timeZone && { timeZone }) }));
  return made;
}

/** The calendar day of a time in the owner's zone, as a number of days. */
function dayOf(ms: number): number {
  const parts = Object.fromEntries(format({ year: "numeric", month: "numeric", day: "numeric", calendar: "gregory", numberingSystem: "latn" })
    .formatToParts(ms).map(({ type, value }) => [type, Number(value)]));
  return Date.UTC(parts.year!, parts.month! - 1, parts.day) / day;
}

/** How many calendar days ago it was; negative: to come. */
export const daysAgo = (iso: string): number => dayOf(now.value) - dayOf(Date.parse(iso));

/** Short, for the end of a row: "10:05" today, "Tue" this week, else "12 Nov" or "12 Nov 2024". */
export function shortTime(iso: string): string {
  const at = Date.parse(iso);
  const days = Math.abs(daysAgo(iso));
  if (days === 0) return format({ hour: "2-digit", minute: "2-digit" }).format(at);
  if (days < 6) return format({ weekday: "short" }).format(at);
  if (days < 300) return format({ day: "numeric", month: "short" }).format(at);
  return format({ day: "numeric", month: "short", year: "numeric" }).format(at);
}

/** Whole, for a tooltip or a detail: "Tuesday 12 November 2024 at 10:05". */
export const fullTime = (iso: string): string => format({ dateStyle: "full", timeStyle: "short" }).format(Date.parse(iso));

/** The clock time alone: "12:05". */
export const clockTime = (iso: string): string => format({ hour: "2-digit", minute: "2-digit" }).format(Date.parse(iso));

/** In words: "5 minutes ago", "yesterday", "in 3 days". */
export function relativeTime(iso: string): string {
  const words = new Intl.RelativeTimeFormat(language(), { numeric: "auto" });
  const left = Date.parse(iso) - now.value;
  const size = Math.abs(left);
  if (size < minute) return words.format(0, "second");
  if (size < hour) return words.format(Math.trunc(left / minute), "minute");
  const days = -daysAgo(iso);
  if (days === 0) return words.format(Math.trunc(left / hour), "hour");
  if (Math.abs(days) < 60) return words.format(days, "day");
  if (Math.abs(days) < 700) return words.format(Math.round(days / 30.4), "month");
  return words.format(Math.round(days / 365.25), "year");
}

/** How long nothing has happened, without a reproach: "quiet for 9 days". */
export function quietFor(iso: string): string {
  const days = daysAgo(iso);
  if (days < 1) return "active today";
  return days === 1 ? "quiet for a day" : `quiet for ${days} days`;
}

/** Whether a thread counts as quiet: no activity for the stale days, and not put off. */
export function isQuiet({ status, last_activity_at: last, snoozed_until: until }: { status: string; last_activity_at: string; snoozed_until: string | null }, staleDays: number): boolean {
  return (status === "open" || status === "blocked") && now.value - Date.parse(last) >= staleDays * day && !(until && Date.parse(until) > now.value);
}

/** Five in the morning of the owner's next day: nobody is up, and all clocks are past their change. */
export function tomorrow(): string {
  const parts = Object.fromEntries(format({ hour: "numeric", minute: "numeric", hourCycle: "h23", numberingSystem: "latn" })
    .formatToParts(Date.now()).map(({ type, value }) => [type, Number(value)]));
  return new Date(Math.floor(Date.now() / minute) * minute + (24 + 5 - parts.hour!) * hour - parts.minute! * minute).toISOString();
}

/** Whether a time is over or comes before the owner's day ends. */
export const isDueToday = (iso: string): boolean => daysAgo(iso) >= 0;
