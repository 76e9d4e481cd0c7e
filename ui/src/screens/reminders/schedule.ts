// When a schedule of five fields comes (minute, hour, day, month, weekday), in the owner's language.
import { list, t } from "../../words";
import { ruleInWords, weekdays } from "./rule";

const isNumber = (field: string): boolean => /^\d+$/.test(field);
const names = ["SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"];

/** The number of a weekday, by its name too; Sunday is 0 and 7. */
const numberOf = (day: string): number => (isNumber(day) ? Number(day) : names.indexOf(day.toUpperCase()));

/** The days of a list with ranges, as BYDAY has them; null when it says more. */
function daysOf(field: string): string | null {
  const days = field.split(",").flatMap((part) => {
    const [from, till = from, more] = part.split("-").map(numberOf);
    return more === undefined && from! >= 0 && till! >= from! && till! <= 7 ? Array.from({ length: till! - from! + 1 }, (_, i) => (from! + i + 6) % 7) : [-1];
  });
  return days.includes(-1) ? null : weekdays.filter((_, i) => days.includes(i)).join(",");
}

/** It in words; null when it says more than words here can. */
export function scheduleInWords(schedule: string): string | null {
  const [minute = "", hours = "", date, month, weekday, more] = schedule.trim().split(/\s+/);
  if (month !== "*" || !date || !weekday || more !== undefined) return null;
  const everyDay = date === "*" && weekday === "*";
  const step = /^\*(?:\/(\d+))?$/.exec(minute);
  const every = Number(step?.[1] ?? 1);
  if (step && hours === "*" && everyDay) return 60 % every === 0 ? t("rule.minutes", { n: every }) : null; // others begin anew with each hour
  if (!isNumber(minute) || !hours.split(",").every(isNumber)) return null;
  const times = list(hours.split(",").map((hour) => `${hour.padStart(2, "0")}:${minute.padStart(2, "0")}`));
  if (everyDay) return ruleInWords("FREQ=DAILY", "", times);
  if (weekday === "*") return isNumber(date) ? ruleInWords(`FREQ=MONTHLY;BYMONTHDAY=${Number(date)}`, "", times) : null;
  const days = date === "*" && daysOf(weekday);
  return days ? ruleInWords(`FREQ=WEEKLY;BYDAY=${days}`, "", times) : null;
}
