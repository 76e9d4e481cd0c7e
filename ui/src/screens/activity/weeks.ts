// Twelve weeks of days, and how large each is drawn.
import type { Activity } from "../../api/types";

export type Day = Activity["days"][number];

/** The day of the week of a date, Monday is 0. */
const weekday = (date: string): number => (new Date(date + "T00:00Z").getUTCDay() + 6) % 7;

/** The days by their weeks, Monday first; a week that is not whole is the one of today. */
export function weeksOf(days: readonly Day[]): Day[][] {
  const weeks: Day[][] = [];
  for (const day of days) {
    if (weekday(day.date) === 0) weeks.push([]);
    weeks.at(-1)?.push(day);
  }
  return weeks;
}

/** The side of a square for so many of at most so many, in parts of a cell; 0: none. Few are told
 * from none, and twice as many are not twice as large. */
export const sideOf = (n: number, most: number): number => (n === 0 ? 0 : [.25, .45, .65, .85][Math.min(3, Math.ceil(4 * Math.sqrt(n / Math.max(4, most))) - 1)]!);

export const sum = (days: readonly Day[], of: "owner" | "agents"): number => days.reduce((total, day) => total + day[of], 0);
