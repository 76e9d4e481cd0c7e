// Reads a reminder from one line: what to remind of, and when. What is not understood stays text.
import type { Reminder } from "../../../api/types";
import { dateOf, dayAt, dayOf, lengthOf, monthsLater, partsOf, placeIn, weekdayOf, workdayIn } from "./civil";
import { de } from "./de";
import { en } from "./en";
import { es } from "./es";
import { fr } from "./fr";
import { find, type Said } from "./grammar";
import { ja } from "./ja";

/** When a reminder comes, as the hub keeps it. */
export interface When {
  kind: Reminder["kind"];
  /** The first time, as the owner's clock shows it; "" for the kinds without one. */
  at: string;
  rrule: string | null;
  /** The same to the millisecond, where it is counted from now. */
  moment?: number;
}

export interface Reading {
  text: string;
  /** Null: the line says no time. */
  when: When | null;
  /** What else it may mean. */
  other: When | null;
  /** No time of day is said: nine in the morning is taken. */
  assumed: boolean;
  /** It is over already. */
  past: boolean;
}

/** The clock that the line is read by. */
export interface Clock {
  /** Milliseconds since 1970. */
  now: number;
  /** What the owner's clock shows then. */
  wall: (ms: number) => string;
}

const tongues = { en, de, es, fr, ja };
export type Spoken = keyof typeof tongues;

/** A longer line is read no further. */
const longest = 1000;
const morning = "09:00";
const names = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];

/** Reads a line: in the language of the dashboard first, in another where that understands more of it. */
export function read(line: string, clock: Clock, first: Spoken, monthFirst = false): Reading {
  const text = line.normalize("NFC").replace(/\s+/gu, " ").trim();
  const plain: Reading = { text, when: null, other: null, assumed: false, past: false };
  const head = text.slice(0, longest);
  let best = null, most = 0;
  for (const name of [first, ...(Object.keys(tongues) as Spoken[])]) {
    const found = find(head, tongues[name]);
    if (found.weight > most) [best, most] = [found, found.weight];
  }
  if (!best) return plain;
  const { date } = best.said;
  const swapped = best.said.figures && date && date.date <= 12 && date.date !== date.month ? { ...best.said, date: { ...date, month: date.date, date: date.month } } : null;
  if (best.said.figures && date && monthFirst && date.date <= 12) best.said.date = { ...date, month: date.date, date: date.month };
  const wall = clock.wall(clock.now);
  const when = whenOf(best.said, wall, clock);
  if (!when) return plain;
  const other = swapped ? whenOf(monthFirst ? { ...swapped, date: date! } : swapped, wall, clock) : otherOf(best.said, when, wall, clock);
  return {
    text: without(text, best.taken), when, other, assumed: !best.said.time && !best.said.part && when.at !== "" && when.moment === undefined,
    past: when.kind === "once" && when.moment === undefined && when.at <= wall,
  };
}

/** The text without what was taken, and without the punctuation that is left alone. */
function without(text: string, taken: readonly (readonly [number, number])[]): string {
  let rest = "", from = 0;
  for (const [a, b] of [...taken].sort(([a], [b]) => a - b)) {
    rest += text.slice(from, a) + " ";
    from = b;
  }
  return (rest + text.slice(from)).replace(/\s+/gu, " ").replace(/ ([,;:.、。]) /g, "$1 ").replace(/^[\s,;:.–—、。-]+(?=[\s\p{L}\p{N}]|$)|[\s,;:–—、-]+$/gu, "").trim();
}

/** The time of day that was said; null: none. */
function clockOf({ time, part }: Said): string | null {
  if (!time) return part ?? null;
  const { minute, noon } = time;
  let { hour } = time;
  if (hour < 12 && (noon === "pm" || (!noon && part && part >= "13:00"))) hour += 12;
  if (hour === 12 && (noon === "am" || (noon === "pm" && part === "20:00"))) hour = 0;
  return `${String(hour % 24).padStart(2, "0")}:${String(minute).padStart(2, "0")}`;
}

/** The same hour after noon, where it may be meant. */
const later = ({ time, part }: Said): string | null => (time?.plain && time.hour < 12 && !time.noon && !part ? clockOf({ time: { ...time, noon: "pm" } }) : null);

const once = (n: number | null, clock: string): When | null => (n === null ? null : { kind: "once", at: `${dateOf(n)}T${clock}`, rrule: null });

function whenOf(said: Said, wall: string, { now, wall: wallAt }: Clock): When | null {
  if (said.session || said.random) return { kind: said.session ? "session" : "random", at: "", rrule: null };
  if (said.minutes !== undefined) return { kind: "once", at: wallAt(now + said.minutes * 60_000), rrule: null, moment: now + said.minutes * 60_000 };
  const rule = ruleOf(said);
  const told = clockOf(said);
  const today = dayOf(wall);
  const isAhead = (n: number, clock: string) => n > today || (n === today && clock > wall.slice(11));
  if (rule && said.rule?.unit === "hour" && told === null && !fitsOf(said) && !said.ahead?.n && !said.nextUnit) {
    const first = now + said.rule.n * 3_600_000;
    return { kind: rule.kind, at: wallAt(first), rrule: rule.rrule, moment: first };
  }
  if (rule) {
    const start = Math.max(said.ahead ? dayAhead(said.ahead, today) : said.nextUnit ? beginOf(said.nextUnit, today) : today, today);
    const clock = told ?? morning;
    for (let n = start; n < start + 8 * 366; n++) {
      if (rule.fits(n) && isAhead(n, clock)) return { kind: rule.kind, at: `${dateOf(n)}T${clock}`, rrule: rule.rrule };
    }
    return null;
  }
  const clock = told ?? morning;
  if (said.ahead) {
    const n = dayAhead(said.ahead, today);
    if (n !== today || (told && isAhead(n, told))) return once(n, clock);
    if (told) {
      const after = later(said);
      return once(n, after && isAhead(n, after) ? after : told);
    }
    const free = [morning, "18:00", "21:00"].find((one) => isAhead(n, one));
    return free ? once(n, free) : null;
  }
  if (said.date) {
    const { year, month, date } = said.date;
    if (year) return once(dayAt(year, month, date), clock);
    const [present] = partsOf(today);
    for (let y = present; y < present + 9; y++) {
      const n = dayAt(y, month, date);
      if (n !== null && n >= today) return once(n, clock);
    }
    return null;
  }
  const fits = fitsOf(said);
  if (fits || said.nextUnit) {
    const start = said.nextUnit ? beginOf(said.nextUnit, today) : said.next ? today + 1 : today;
    for (let n = start; n < start + 366; n++) if ((!fits || fits(n)) && isAhead(n, clock)) return once(n, clock);
    return null;
  }
  return told === null ? null : once(isAhead(today, told) ? today : today + 1, told);
}

/** What else a line may mean. */
function otherOf(said: Said, when: When, wall: string, clock: Clock): When | null {
  const as = (more: Partial<Said>) => whenOf({ ...said, ...more }, wall, clock);
  const { place, monthly, rule } = said;
  if (place?.sure === "weeks" && !rule) return place.nth === 2 ? as({ place: { ...place, sure: "each" } }) : weeksOf(place.nth, as({ place: { ...place, nth: 2 } }));
  if (monthly === "maybe") {
    const { monthly: _, ...alone } = said;
    return whenOf(alone, wall, clock);
  }
  const after = later(said);
  // An hour of the night is seldom meant: that of the afternoon is one press away.
  if (when.kind === "once" && after && when.at.slice(11) < "07:00") return { ...when, at: when.at.slice(0, 11) + after };
  if (said.next && said.day !== undefined && when.kind === "once") return { ...when, at: dateOf(dayOf(when.at) + 7) + when.at.slice(10) };
  if (when.kind !== "once" || !after || said.day !== undefined || said.date || said.dates || said.nextUnit || said.ahead) return null;
  // "at 7" without a day: that of the evening may be nearer.
  const at = wall.slice(0, 11) + after;
  return at > wall && at < when.at ? { ...when, at } : null;
}

const weeksOf = (n: number, when: When | null): When | null => when && { ...when, rrule: `FREQ=WEEKLY;INTERVAL=${n}` };

const dayAhead = ({ n, unit }: NonNullable<Said["ahead"]>, today: number): number => (
  unit === "month" || unit === "year" ? monthsLater(today, n * (unit === "year" ? 12 : 1)) : today + n * (unit === "week" ? 7 : 1)
);

/** The first day of the next week, month or year. */
function beginOf(unit: string, today: number): number {
  const [year, month] = partsOf(today);
  return unit === "week" ? today - weekdayOf(today) + 7 : unit === "month" ? dayAt(year + Math.floor(month / 12), (month % 12) + 1, 1)! : dayAt(year + 1, 1, 1)!;
}

/** Whether a day is what was said; null: no day was. */
function fitsOf({ days, day, place, workday, dates, end, date }: Said): ((n: number) => boolean) | null {
  if (days) return (n) => days.includes(weekdayOf(n));
  if (place) return (n) => placeIn(n, place.nth, place.day) === n;
  if (workday) return (n) => workdayIn(n, workday.nth) === n;
  if (end) return (n) => partsOf(n)[2] === lengthOf(n);
  if (dates) return (n) => dates.includes(partsOf(n)[2]);
  if (date) return (n) => partsOf(n)[1] === date.month && partsOf(n)[2] === date.date;
  return day === undefined ? null : (n) => weekdayOf(n) === day;
}

interface Ruled {
  kind: When["kind"];
  rrule: string | null;
  fits: (n: number) => boolean;
}

/** The rule that was said; null: it comes once. */
function ruleOf(said: Said): Ruled | null {
  const { rule, days, day, place, workday, dates, end, date, monthly } = said;
  const n = rule?.n ?? 1;
  const text = (freq: string, ...more: string[]) => [`FREQ=${freq}`, ...(n > 1 ? [`INTERVAL=${n}`] : []), ...more].join(";");
  const as = (kind: When["kind"], rrule: string | null, fits = fitsOf(said)): Ruled => ({ kind, rrule, fits: fits ?? (() => true) });
  const ofMonth = !rule || rule.unit === "month";
  if (place?.sure === "weeks" && place.nth === 2 && !rule) return as("rrule", "FREQ=WEEKLY;INTERVAL=2", (one) => weekdayOf(one) === place.day);
  if (place && ofMonth && (rule || place.sure !== "once")) return as("rrule", text("MONTHLY", `BYDAY=${place.nth}${names[place.day]}`));
  if (workday && ofMonth && (rule || workday.sure === "each")) return as("rrule", text("MONTHLY", "BYDAY=" + names.slice(0, 5).join(","), `BYSETPOS=${workday.nth}`));
  if ((end || dates) && ofMonth && (rule || monthly)) return as("rrule", end ? text("MONTHLY", "BYMONTHDAY=-1") : text("MONTHLY"));
  const week = days ?? ((rule?.unit === "week" || rule?.unit === "hour") && day !== undefined ? [day] : null);
  if (week && (!rule || rule.unit === "week" || rule.unit === "day")) {
    if (week.length === 1) return n === 1 ? as("weekly", null) : as("rrule", text("WEEKLY"));
    return as("rrule", text("WEEKLY", "BYDAY=" + week.map((one) => names[one]).join(",")));
  }
  if (!rule) return null;
  // Not said by any rule here: no day is one, so that the line asks.
  if ((workday || rule.unit === "hour") && (workday || place || dates || end || date)) return as("rrule", null, () => false);
  if (rule.unit === "hour") return as("rrule", text("HOURLY", ...(week ? ["BYDAY=" + week.map((one) => names[one]).join(",")] : [])));
  if (rule.unit === "day") return n === 1 ? as("daily", null, null) : as("rrule", text("DAILY"), null);
  if (rule.unit === "week") return n === 1 ? as("weekly", null) : as("rrule", text("WEEKLY"));
  return as("rrule", text(rule.unit === "month" ? "MONTHLY" : "YEARLY"));
}
