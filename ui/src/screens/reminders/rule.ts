// The rules of reminders: RFC 5545 as the hub keeps it, the choices of the form, and words.
import type { Reminder } from "../../api/types";
import { clockTime, dayTime, wallTime, weekday } from "../../state/time";
import { list, locale, t } from "../../words";
import { isWeekdays, workdayOf } from "./line/times";

export const weekdays = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"] as const;
export type Weekday = (typeof weekdays)[number];

const named = (date: number, options: Intl.DateTimeFormatOptions): string => new Intl.DateTimeFormat(locale(), { ...options, timeZone: "UTC" }).format(date);

/** "Monday". */
export const nameOfDay = (day: Weekday): string => named(Date.UTC(2024, 0, 1 + weekdays.indexOf(day)), { weekday: "long" });

/** A date as the heading of a day: "Thursday 26 November". */
export const nameOfDate = (date: string): string => named(Date.parse(date + "T00:00Z"), { weekday: "long", day: "numeric", month: "long" });

/** "January", of 1. */
const nameOfMonth = (month: number): string => named(Date.UTC(2024, month - 1, 1), { month: "long" });

export type Unit = "DAILY" | "WEEKLY" | "MONTHLY" | "YEARLY";
const units = { DAILY: "rule.daily", WEEKLY: "rule.weekly", MONTHLY: "rule.monthly", YEARLY: "rule.yearly" } as const;

export type Monthly = "date" | "weekday" | "lastWeekday" | "lastDay";

/** What the form's plain choices can say of a rule. The date it begins at gives the rest. */
export interface Choices {
  unit: Unit;
  /** Every so many units. */
  every: number;
  /** Of a week; none: the weekday it begins at. */
  days: readonly Weekday[];
  /** Of a month: the day's number, the weekday's place in it ("the second Tuesday", or the last one), or the last day. */
  monthly: Monthly;
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

/** The weekday of a wall-clock time: the one that a weekly rule means which names none. */
export const dayAt = (wall: string): Weekday => placeOf(wall).day;

/** The rule of what was chosen, beginning at a wall-clock time. */
export function ruleOf({ unit, every, days, monthly, until }: Choices, begins: string): string {
  const parts = [`FREQ=${unit}`];
  if (every > 1) parts.push(`INTERVAL=${every}`);
  if (unit === "WEEKLY" && days.length > 0) parts.push("BYDAY=" + weekdays.filter((day) => days.includes(day)).join(","));
  if (unit === "MONTHLY" && monthly !== "date") {
    const { day, nth } = placeOf(begins);
    parts.push(monthly === "lastDay" ? "BYMONTHDAY=-1" : `BYDAY=${monthly === "lastWeekday" || nth > 4 ? -1 : nth}${day}`); // a fifth one is rare: the last is meant
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
  else if (byDay && unit === "MONTHLY") choices.monthly = byDay[0]!.startsWith("-") ? "lastWeekday" : "weekday";
  if (parts.get("BYMONTHDAY") === "-1" && unit === "MONTHLY") choices.monthly = "lastDay";
  const until = /^(\d{4})(\d\d)(\d\d)$/.exec(parts.get("UNTIL") ?? "");
  if (until) choices.until = until.slice(1).join("-");
  const sorted = (text: string) => [...partsOf(text)].map(([name, value]) => `${name}=${value.split(",").sort().join(",")}`).filter((part) => part !== "INTERVAL=1").sort().join(";");
  return sorted(ruleOf(choices, begins)) === sorted(rule) ? choices : null;
}

const places = ["rule.last", null, "rule.first", "rule.second", "rule.third", "rule.fourth", "rule.fifth"] as const;

/** The days of BYDAY: "Monday and Thursday", "the first Monday"; "" when that is beyond words. */
function dayWords(text: string): string {
  const days = text.split(",").map((day) => /^([+-]?\d+)?(MO|TU|WE|TH|FR|SA|SU)$/.exec(day));
  if (days.some((day) => !day)) return "";
  const words = days.map((day) => {
    const name = nameOfDay(day![2] as Weekday);
    if (!day![1]) return name;
    const place = places[Number(day![1]) + 1];
    return place ? t(place, { day: name }) : "";
  });
  return words.includes("") ? "" : list(words);
}

/** What a month's rule can be by the date it begins at, each in words. */
export function monthlies(begins: string): { value: Monthly; label: string }[] {
  const { day, nth } = placeOf(begins);
  const date = Number(begins.slice(8, 10));
  const length = new Date(Date.UTC(Number(begins.slice(0, 4)), Number(begins.slice(5, 7)), 0)).getUTCDate();
  return [
    { value: "date", label: t("rule.day", { day: String(date) }) },
    ...(nth < 5 ? [{ value: "weekday" as const, label: dayWords(nth + day) }] : []),
    ...(date > length - 7 ? [{ value: "lastWeekday" as const, label: dayWords("-1" + day) }] : []),
    { value: "lastDay", label: t("rule.lastDay") },
  ];
}

const known = ["FREQ", "INTERVAL", "BYDAY", "BYSETPOS", "BYMONTHDAY", "BYMONTH", "COUNT", "UNTIL", "WKST"];

/** A rule in words, with the date and time it begins; null when it says more than words here can. */
export function ruleInWords(rule: string, begins: string, clock: string): string | null {
  const parts = partsOf(rule);
  const hourly = parts.get("FREQ") === "HOURLY";
  const unit = parts.get("FREQ") as Unit;
  if (!(hourly || unit in units) || [...parts.keys()].some((name) => !known.includes(name))) return null;
  const every = Number(parts.get("INTERVAL") ?? 1);
  let words: string = t(hourly ? "rule.hourly" : units[unit], { n: every });
  const on = (days: string) => t("rule.on", { rule: words, days });

  const byDay = parts.get("BYDAY");
  const byDate = parts.get("BYMONTHDAY")?.split(",");
  const months = parts.get("BYMONTH")?.split(",").map(Number);
  if (months?.some((month) => !(month >= 1 && month <= 12)) || (byDay && byDate)) return null;
  const byMonth = months?.map(nameOfMonth);
  const [, month = "1", date = "1"] = /^\d+-(\d\d)-(\d\d)/.exec(begins) ?? [];
  if (parts.has("BYSETPOS")) {
    const nth = workdayOf(parts), place = nth === null ? null : places[nth + 1];
    if (!place) return null;
    words = on(t(place, { day: t("rule.workday") }));
  } else if (byDay) {
    const days = dayWords(byDay);
    if (!days || (unit === "YEARLY" && !byMonth)) return null;
    if (unit === "DAILY" || (unit === "WEEKLY" && every === 1)) words = isWeekdays(byDay) ? t("rule.weekdays") : t("rule.every", { days });
    else words = isWeekdays(byDay) ? t("rule.onWeekdays", { rule: words }) : on(days);
    if (unit === "DAILY" && every > 1) return null;
  } else if (byDate) {
    if (byDate.some((day) => Number(day) < -1)) return null;
    words = on(list(byDate.map((day) => (day === "-1" ? t("rule.lastDay") : t("rule.day", { day })))));
  } else if (unit === "WEEKLY") {
    const day = nameOfDay(dayAt(begins));
    words = every > 1 ? on(day) : t("rule.every", { days: day });
  } else if (unit === "MONTHLY") words = on(t("rule.day", { day: String(Number(date)) }));
  else if (unit === "YEARLY") words = on(list((months ?? [Number(month)]).map((one) => named(Date.UTC(2024, one - 1, Number(date)), { day: "numeric", month: "long" }))));
  if (byMonth && (unit !== "YEARLY" || byDay || byDate)) words = t("rule.in", { rule: words, months: list(byMonth) });

  words = t(hourly ? "rule.from" : "rule.at", { rule: words, time: clock });
  const times = parts.get("COUNT");
  if (times) words = t("rule.times", { rule: words, n: Number(times) });
  const until = /^(\d{4})(\d\d)(\d\d)/.exec(parts.get("UNTIL") ?? "");
  if (until) words = t("rule.until", { rule: words, date: named(Date.UTC(Number(until[1]), Number(until[2]) - 1, Number(until[3])), { dateStyle: "long" }) });
  return words;
}

/** When a reminder comes, in words. */
export function inWords({ kind, due_at: due, rrule }: Pick<Reminder, "kind" | "due_at" | "rrule">): string {
  if (kind === "session") return t("value.session");
  if (kind === "random") return t("value.random");
  if (!due) return rrule ?? "";
  if (kind === "once") return t("rule.once", { time: dayTime(due) });
  if (kind === "daily") return t("rule.at", { rule: t("rule.daily", { n: 1 }), time: clockTime(due) });
  if (kind === "weekly") return t("rule.at", { rule: t("rule.every", { days: weekday(due) }), time: clockTime(due) });
  return ruleInWords(rrule ?? "", wallTime(Date.parse(due)), clockTime(due)) ?? t("rule.byRule", { rule: rrule ?? "" });
}
