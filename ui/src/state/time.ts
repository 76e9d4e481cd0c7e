// Times in the owner's zone and words. Signals: whoever calls these in a component is drawn
// anew when the minute turns.
import { signal } from "@preact/signals";
import { locale, t, within } from "../words";
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

const formats = new Map<string, Intl.DateTimeFormat>();

function format(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const timeZone = zone.value;
  const key = JSON.stringify([locale(), timeZone, options]);
  let made = formats.get(key);
  if (!made) formats.set(key, made = new Intl.DateTimeFormat(locale(), { ...options, ...(timeZone && { timeZone }) }));
  return made;
}

/** The calendar day of a time in the owner's zone, as a number of days. */
function dayOf(ms: number): number {
  const parts = Object.fromEntries(format({ year: "numeric", month: "numeric", day: "numeric", calendar: "gregory", numberingSystem: "latn" })
    .formatToParts(ms).map(({ type, value }) => [type, Number(value)]));
  return Date.UTC(parts.year!, parts.month! - 1, parts.day) / day;
}

/** The date so many days from today in the owner's zone: "2026-05-04". */
export const dateIn = (days: number): string => new Date((dayOf(now.value) + days) * day).toISOString().slice(0, 10);

/** The heading of a day: "Today", "Yesterday", "Monday 4 May". */
export function dayName(iso: string): string {
  const ago = daysAgo(iso);
  if (ago === 0) return t("common.today");
  if (ago === 1) return t("state.yesterday");
  return format({ weekday: "long", day: "numeric", month: "long", ...(ago > 300 && { year: "numeric" }) }).format(Date.parse(iso));
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

/** Since when, after that word: "09:30" today, "yesterday", "Tuesday", else "12 Nov". */
export function sinceWhen(iso: string): string {
  const days = daysAgo(iso);
  if (days === 1) return within(t("state.yesterday"));
  return days > 1 && days < 6 ? weekday(iso) : shortTime(iso);
}

/** Whole, for a tooltip or a detail: "Tuesday 12 November 2024 at 10:05". */
export function fullTime(iso: string): string {
  const parts = format({ dateStyle: "full", timeStyle: "short" }).formatToParts(Date.parse(iso));
  const ofHalfADay = parts.some(({ type }) => type === "dayPeriod");
  return parts.map(({ type, value }) => (type === "hour" && !ofHalfADay ? value.padStart(2, "0") : value)).join(""); // as all other times: 09:00
}

/** A day and its time, for a line: "Tue 12 Nov, 10:05"; with the year when it is another. */
export function dayTime(iso: string): string {
  const at = Date.parse(iso);
  const year = wallTime(at).slice(0, 4) === wallTime(now.value).slice(0, 4) ? {} : { year: "numeric" as const };
  return format({ weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit", ...year }).format(at);
}

/** The clock time alone: "12:05". */
export const clockTime = (iso: string): string => format({ hour: "2-digit", minute: "2-digit" }).format(Date.parse(iso));

/** Just as long as it needs to be: "12:05", "Sun 00:04", "22 Nov 2026, 00:04". Half a day around now
 * the clock time alone is plain. */
export const briefTime = (iso: string): string => (Math.abs(Date.parse(iso) - now.value) < 12 * hour ? clockTime(iso) : untilTime(iso));

/** The same where a day is meant, such as the end of a snooze: early tomorrow is not just "05:00". */
export function untilTime(iso: string): string {
  const at = Date.parse(iso);
  if (daysAgo(iso) === 0) return clockTime(iso);
  const when = Math.abs(daysAgo(iso)) < 6 ? format({ weekday: "short" }) : format({ day: "numeric", month: "short", ...(Math.abs(daysAgo(iso)) > 300 && { year: "numeric" }) });
  return `${when.format(at)} ${clockTime(iso)}`;
}

/** In words: "5 minutes ago", "yesterday", "in 3 days". */
export function relativeTime(iso: string): string {
  const words = new Intl.RelativeTimeFormat(locale(), { numeric: "auto" });
  const left = Date.parse(iso) - now.value;
  const size = Math.abs(left);
  const whole = left > 0 ? Math.round : Math.trunc; // almost five hours to come are five, and just over four ago
  if (size < minute) return words.format(0, "second");
  if (size < hour) return words.format(whole(left / minute), "minute");
  const days = -daysAgo(iso);
  if (days === 0) return words.format(whole(left / hour), "hour");
  if (Math.abs(days) < 60) return words.format(days, "day");
  if (Math.abs(days) < 700) return words.format(Math.round(days / 30.4), "month");
  return words.format(Math.round(days / 365.25), "year");
}

/** How long nothing has happened, without a reproach: "quiet for 9 days". */
export function quietFor(iso: string): string {
  const days = daysAgo(iso);
  return days < 1 ? t("state.activeToday") : t("state.quietFor", { n: days });
}

/** Whether a thread counts as quiet: no activity for the stale days, and not put off. */
export function isQuiet({ status, last_activity_at: last, snoozed_until: until }: { status: string; last_activity_at: string; snoozed_until: string | null }, staleDays: number): boolean {
  return (status === "open" || status === "blocked") && now.value - Date.parse(last) >= staleDays * day && !(until && Date.parse(until) > now.value);
}

/** What the owner's clock shows at a time, as fields of dates and times take it:
 * "2026-05-04T09:30". */
export function wallTime(ms: number): string {
  const parts = Object.fromEntries(new Intl.DateTimeFormat("en", {
    year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit", hourCycle: "h23", ...(zone.value && { timeZone: zone.value }),
  }).formatToParts(ms).map(({ type, value }) => [type, value]));
  return `${parts.year!.padStart(4, "0")}-${parts.month}-${parts.day}T${parts.hour}:${parts.minute}`;
}

/** The weekday of a time: "Tuesday". */
export const weekday = (iso: string): string => new Date(wallTime(Date.parse(iso)).slice(0, 10) + "T00:00Z").toLocaleDateString(locale(), { weekday: "long", timeZone: "UTC" });

/** Five in the morning of the owner's next day: nobody is up, and all clocks are past their change. */
export function tomorrow(): string {
  const parts = Object.fromEntries(format({ hour: "numeric", minute: "numeric", hourCycle: "h23", numberingSystem: "latn" })
    .formatToParts(Date.now()).map(({ type, value }) => [type, Number(value)]));
  return new Date(Math.floor(Date.now() / minute) * minute + (24 + 5 - parts.hour!) * hour - parts.minute! * minute).toISOString();
}

/** Whether a time is over or comes before the owner's day ends. */
export const isDueToday = (iso: string): boolean => daysAgo(iso) >= 0;
