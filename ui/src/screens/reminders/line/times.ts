// The times of a reminder's rule, by the owner's clock. The hub's own answer counts; this one is
// for what is not saved yet, and for a day that is shown whole.
import type { Reminder } from "../../../api/types";
import { dateOf, dayOf, lengthOf, partsOf, placeIn, weekdayOf, workdayIn } from "./civil";

const weekdays = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];
const known = ["FREQ", "INTERVAL", "BYDAY", "BYSETPOS", "BYMONTHDAY", "BYMONTH", "COUNT", "UNTIL"];

/** How far ahead is looked, in days: the leap years of eight years and a rule of each of them. */
const horizon = 8 * 366;

type Rule = Pick<Reminder, "kind" | "rrule"> & {
  /** When it begins, as the owner's clock shows it: "2026-05-04T09:00". */
  at: string;
};

/** Whether a day is one of the rule's; null when the rule says more than is known here. */
function fits({ kind, rrule, at }: Rule): ((n: number) => boolean) | null {
  const begins = dayOf(at);
  if (kind === "once") return (n) => n === begins;
  if (kind === "daily") return () => true;
  if (kind === "weekly") return (n) => weekdayOf(n) === weekdayOf(begins);
  if (kind !== "rrule") return null;
  const parts = new Map((rrule ?? "").trim().toUpperCase().replace(/^RRULE:/, "").split(";").map((part): [string, string] => [part.split("=")[0]!, part.split("=")[1] ?? ""]));
  if ([...parts.keys()].some((name) => !known.includes(name))) return null;
  const every = Number(parts.get("INTERVAL") ?? 1);
  const numbers = (name: string) => parts.get(name)?.split(",").map(Number);
  const months = numbers("BYMONTH"), dates = numbers("BYMONTHDAY");
  const days = parts.get("BYDAY")?.split(",").map((day) => ({ nth: Number(day.slice(0, -2)), day: weekdays.indexOf(day.slice(-2)) }));
  const workday = parts.has("BYSETPOS") ? workdayOf(parts) : 0;
  if (workday === null) return null;
  const until = parts.has("UNTIL") ? dayOf(parts.get("UNTIL")!.replace(/^(\d{4})(\d\d)(\d\d).*/, "$1-$2-$3")) : Infinity;
  const [year, month, date] = partsOf(begins);
  const unit = parts.get("FREQ");
  if (!(every >= 1) || Number.isNaN(until) || days?.some(({ day, nth }) => day < 0 || Number.isNaN(nth))) return null;
  const placed = unit === "MONTHLY" || unit === "YEARLY";
  if (days?.some(({ nth }) => nth !== 0) && (!placed || (unit === "YEARLY" && !months))) return null;
  const periods = (n: number): number => {
    const [y, m] = partsOf(n);
    if (unit === "DAILY") return n - begins;
    if (unit === "WEEKLY") return (n - weekdayOf(n) - begins + weekdayOf(begins)) / 7;
    return unit === "MONTHLY" ? (y - year) * 12 + m - month : y - year;
  };
  if (unit !== "DAILY" && unit !== "WEEKLY" && !placed) return null;
  return (n) => {
    if (n > until || periods(n) % every !== 0) return false;
    const [, m, d] = partsOf(n);
    if (months && !months.includes(m)) return false;
    if (workday && workdayIn(n, workday) !== n) return false;
    if (dates && !dates.some((one) => one === d || one === d - lengthOf(n) - 1)) return false;
    if (days && !days.some(({ nth, day }) => day === weekdayOf(n) && (nth === 0 || placeIn(n, nth, day) === n))) return false;
    if (days || dates) return true;
    if (unit === "WEEKLY") return weekdayOf(n) === weekdayOf(begins);
    if (placed && d !== date) return false;
    return unit !== "YEARLY" || Boolean(months) || m === month;
  };
}

/** Whether the days of BYDAY are Monday to Friday. */
export const isWeekdays = (text: string): boolean => text.split(",").sort().join() === "FR,MO,TH,TU,WE";

/** Which working day of each month a rule with BYSETPOS means, the last for -1; null when it says something else. */
export function workdayOf(parts: ReadonlyMap<string, string>): number | null {
  const nth = Number(parts.get("BYSETPOS"));
  return parts.get("FREQ") === "MONTHLY" && isWeekdays(parts.get("BYDAY") ?? "") && !parts.has("BYMONTHDAY") && Number.isInteger(nth) && nth !== 0 ? nth : null;
}

/** The times of a rule from one to before another, at most so many; null when they can't be told here. */
export function timesOf(rule: Rule, from: string, most: number, before = "9"): string[] | null {
  const fit = fits(rule);
  if (!fit) return null;
  const count = Number(/COUNT=(\d+)/i.exec(rule.rrule ?? "")?.[1] ?? Infinity);
  const clock = rule.at.slice(10);
  const begins = dayOf(rule.at), first = Number.isFinite(count) ? begins : Math.max(begins, dayOf(from));
  const times: string[] = [];
  for (let n = first, seen = 0; n < dayOf(from) + horizon && seen < count && times.length < most; n++) {
    if (!fit(n)) continue;
    seen++;
    const at = dateOf(n) + clock;
    if (at >= before) break;
    if (at >= from) times.push(at);
  }
  return times;
}
