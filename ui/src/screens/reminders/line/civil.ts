// Dates without a zone, as numbers of days since 1970: what a calendar on the wall shows.

const day = 86_400_000;

/** The day of "2026-05-04", with or without a time after it. */
export const dayOf = (wall: string): number => Date.parse(wall.slice(0, 10) + "T00:00Z") / day;

/** "2026-05-04" of a day. */
export const dateOf = (n: number): string => new Date(n * day).toISOString().slice(0, 10);

/** 0 is Monday. */
export const weekdayOf = (n: number): number => (((n + 3) % 7) + 7) % 7;

/** Year, month from 1, and day of the month. */
export function partsOf(n: number): [year: number, month: number, date: number] {
  const at = new Date(n * day);
  return [at.getUTCFullYear(), at.getUTCMonth() + 1, at.getUTCDate()];
}

/** The day of a date; null when there is no such date. Months may run over the year's end. */
export function dayAt(year: number, month: number, date: number): number | null {
  const n = Date.UTC(year, month - 1, date) / day;
  return date >= 1 && year >= 1970 && year <= 2200 && partsOf(n)[2] === date ? n : null;
}

/** How many days the month of a day has. */
export const lengthOf = (n: number): number => new Date(Date.UTC(partsOf(n)[0], partsOf(n)[1], 0)).getUTCDate();

/** The same date so many months later, or the last one of a month that is too short. */
export function monthsLater(n: number, months: number): number {
  const [year, month, date] = partsOf(n);
  const first = Date.UTC(year, month - 1 + months, 1) / day;
  return first + Math.min(date, lengthOf(first)) - 1;
}

/** The place of a weekday in the month of a day: the second Tuesday, or the last for -1; null: there is none. */
export function placeIn(n: number, nth: number, weekday: number): number | null {
  const first = n - partsOf(n)[2] + 1, last = first + lengthOf(n) - 1;
  const at = nth < 0 ? last - ((weekdayOf(last) - weekday + 7) % 7) : first + ((weekday - weekdayOf(first) + 7) % 7) + (nth - 1) * 7;
  return at <= last ? at : null;
}

/** The place of a working day, Monday to Friday, in the month of a day: the first, or the last for -1; null: there is none. */
export function workdayIn(n: number, nth: number): number | null {
  const first = n - partsOf(n)[2] + 1;
  const days = Array.from({ length: lengthOf(n) }, (_, i) => first + i).filter((one) => weekdayOf(one) < 5);
  return days.at(nth < 0 ? nth : nth - 1) ?? null;
}
