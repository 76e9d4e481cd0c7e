// The rules of reminders: RFC 5545 as the hub keeps it, the choices of the form, and words.
import type { Reminder } from "../../api/types";
import { clockTime, dayTime, wallTime, weekday } from "../../state/time";

export const weekdays = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"] as const;
export type Weekday = (typeof weekdays)[number];

const dayNames: Record<Weekday, string> = { MO: "Monday", TU: "Tuesday", WE: "Wednesday", TH: "Thursday", FR: "Friday", SA: "Saturday", SU: "Sunday" };
const monthNames = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"];

export const nameOfDay = (day: Weekday): string => dayNames[day];

export type Unit = "DAILY" | "WEEKLY" | "MONTHLY" | "YEARLY";
const units: Record<Unit, [string, string]> = { DAILY: ["day", "days"], WEEKLY: ["week", "weeks"], MONTHLY: ["month", "months"], YEARLY: ["year", "years"] };

/** What the form's plain choices can say of a rule. The date it begins at gives the rest. */
export interface Choices {
  unit: Unit;
  /** Every so many units. */
  every: number;
  /** Of a week; none: the weekday it begins at. */
  days: readonly Weekday[];
  /** Of a month: the day's number, or the weekday's place in it ("the second Tuesday"). */
  monthly: "date" | "weekday";
  /** The last day, as 2027-06-03; "": no end. */
  until: string;
}

export const plain: Choices = { unit: "WEEKLY", every: 1, days: [], monthly: "date", until: "" };

/** The parts of a rule's text. */
function partsOf(rule: string): Map<string, string> {
  return new Map(rule.trim().toUpperCase().replace(/^RRULE:/, "").split(";").map((part) => {
    const [name = "", value = ""] = part.split("=");
    return [name, value];
  }));
}

/** The weekday of a wall-clock time, and its place in the month. */
function placeOf(wall: string): { day: Weekday; nth: number } {
  const date = new Date(wall.slice(0, 10) + "T00:00Z");
  return { day: weekdays[(date.getUTCDay() + 6) % 7]!, nth: Math.ceil(date.getUTCDate() / 7) };
}

/** The rule of what was chosen, beginning at a wall-clock time. */
export function ruleOf({ unit, every, days, monthly, until }: Choices, begins: string): string {
  const parts = [`FREQ=${unit}`];
  if (every > 1) parts.push(`INTERVAL=${every}`);
  if (unit === "WEEKLY" && days.length > 0) parts.push("BYDAY=" + weekdays.filter((day) => days.includes(day)).join(","));
  if (unit === "MONTHLY" && monthly === "weekday") {
    const { day, nth } = placeOf(begins);
    parts.push(`BYDAY=${nth > 4 ? -1 : nth}${day}`); // a fifth one is rare: the last is meant
  }
  if (until) parts.push("UNTIL=" + until.replaceAll("-", ""));
  return parts.join(";");
}

/** What the form's choices are for a rule; null when they can't say it. */
export function choicesOf(rule: string, begins: string): Choices | null {
  const parts = partsOf(rule);
  const unit = parts.get("FREQ") as Unit;
  if (!(unit in units)) return null;
  const choices: Choices = { ...plain, unit, every: Number(parts.get("INTERVAL") ?? 1) };
  const byDay = parts.get("BYDAY")?.split(",");
  if (byDay && unit === "WEEKLY" && byDay.every((day) => weekdays.includes(day as Weekday))) choices.days = byDay as Weekday[];
  else if (byDay && unit === "MONTHLY") choices.monthly = "weekday";
  const until = /^(\d{4})(\d\d)(\d\d)$/.exec(parts.get("UNTIL") ?? "");
  if (until) choices.until = until.slice(1).join("-");
  const sorted = (text: string) => [...partsOf(text)].map(([name, value]) => `${name}=${value.split(",").sort().join(",")}`).filter((part) => part !== "INTERVAL=1").sort().join(";");
  return sorted(ruleOf(choices, begins)) === sorted(rule) ? choices : null;
}

const list = (words: readonly string[]): string => (words.length < 2 ? words.join("") : words.slice(0, -1).join(", ") + " and " + words.at(-1));

const places = ["last", "", "first", "second", "third", "fourth", "fifth"];

/** The days of BYDAY: "Monday and Thursday", "the first Monday"; "" when that is beyond words. */
function dayWords(text: string): string {
  const days = text.split(",").map((day) => /^([+-]?\d+)?(MO|TU|WE|TH|FR|SA|SU)$/.exec(day));
  if (days.some((day) => !day)) return "";
  if (text.split(",").sort().join() === "FR,MO,TH,TU,WE") return "weekdays";
  const words = days.map((day) => {
    const name = dayNames[day![2] as Weekday];
    if (!day![1]) return name;
    const place = places[Number(day![1]) + 1];
    return place ? `the ${place} ${name}` : "";
  });
  return words.includes("") ? "" : list(words);
}

const known = ["FREQ", "INTERVAL", "BYDAY", "BYMONTHDAY", "BYMONTH", "COUNT", "UNTIL", "WKST"];

/** A rule in words, with the date and time it begins; null when it says more than words here can. */
export function ruleInWords(rule: string, begins: string, clock: string): string | null {
  const parts = partsOf(rule);
  const unit = parts.get("FREQ") as Unit;
  if (!(unit in units) || [...parts.keys()].some((name) => !known.includes(name))) return null;
  const every = Number(parts.get("INTERVAL") ?? 1);
  const [one, many] = units[unit];
  let words = every > 1 ? `Every ${every} ${many}` : `Every ${one}`;

  const byDay = parts.get("BYDAY");
  const byDate = parts.get("BYMONTHDAY")?.split(",");
  const byMonth = parts.get("BYMONTH")?.split(",").map((n) => monthNames[Number(n) - 1] ?? "");
  if (byMonth?.includes("") || (byDay && byDate)) return null;
  const [, month = "1", date = "1"] = /^\d+-(\d\d)-(\d\d)/.exec(begins) ?? [];
  if (byDay) {
    const days = dayWords(byDay);
    if (!days || (unit === "YEARLY" && !byMonth)) return null;
    if (unit === "DAILY" || (unit === "WEEKLY" && every === 1)) words = days === "weekdays" ? "Every weekday" : `Every ${days}`;
    else words += ` on ${days}`;
    if (unit === "DAILY" && every > 1) return null;
  } else if (byDate) {
    if (byDate.some((day) => Number(day) < -1)) return null;
    words += " on " + list(byDate.map((day) => (day === "-1" ? "the last day" : `day ${day}`)));
  } else if (unit === "WEEKLY") words = every > 1 ? `${words} on ${dayNames[placeOf(begins).day]}` : `Every ${dayNames[placeOf(begins).day]}`;
  else if (unit === "MONTHLY") words += ` on day ${Number(date)}`;
  else if (unit === "YEARLY") words += ` on ${Number(date)} ${byMonth ? list(byMonth) : monthNames[Number(month) - 1]}`;
  if (byMonth && (unit !== "YEARLY" || byDay || byDate)) words += ` in ${list(byMonth)}`;

  words += ` at ${clock}`;
  const count = parts.get("COUNT");
  if (count) words += count === "1" ? ", once" : `, ${count} times`;
  const until = /^(\d{4})(\d\d)(\d\d)/.exec(parts.get("UNTIL") ?? "");
  if (until) words += `, until ${Number(until[3])} ${monthNames[Number(until[2]) - 1]} ${until[1]}`;
  return words;
}

/** When a reminder comes, in words. */
export function inWords({ kind, due_at: due, rrule }: Pick<Reminder, "kind" | "due_at" | "rrule">): string {
  if (kind === "session") return "At the start of a session";
  if (kind === "random") return "At random, at the start of a session";
  if (!due) return rrule ?? "";
  if (kind === "once") return `Once, ${dayTime(due)}`;
  if (kind === "daily") return `Every day at ${clockTime(due)}`;
  if (kind === "weekly") return `Every ${weekday(due)} at ${clockTime(due)}`;
  return ruleInWords(rrule ?? "", wallTime(due), clockTime(due)) ?? `By the rule ${rrule}`;
}
