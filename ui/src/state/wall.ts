// From the owner's wall clock, as fields of dates and times have it, to moments and to what the hub takes.
import { zone } from "./preferences";
import { dayName, wallTime } from "./time";

/** A day, in milliseconds. */
const day = 86_400_000;

/** The moment at which the owner's clock shows a wall-clock time. Where the clock skips it or shows it
 * twice, as the hub takes it: by what held before the change. */
export function momentOf(wall: string): number {
  if (!zone.value) return Date.parse(wall);
  const digits = Date.parse(wall + "Z");
  const as = (ms: number) => digits - (Date.parse(wallTime(ms) + "Z") - ms);
  const [before, after] = [as(digits - day), as(digits + day)];
  return after !== before && wallTime(before) !== wall && wallTime(after) === wall ? after : before;
}

/** A time as such a field has it, for the hub: it reads it by the owner's clock. As long as
 * it knows no zone, its machine's may be another than this browser's. */
export const wireTime = (wall: string): string => (zone.value || !wall ? wall : new Date(wall).toISOString());

/** When a day such as "2026-05-04" begins for the owner: as tomorrow() has it. */
export const morningOf = (date: string): string => wireTime(date + "T05:00");

/** A date such as "2026-05-04" as the heading of a day: "Tuesday 5 May". */
export const dateName = (date: string): string => dayName(new Date(momentOf(date + "T12:00")).toISOString());
