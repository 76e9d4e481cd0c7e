// Calendar days such as "2026-05-04" in words.
import { locale } from "../../words";

/** Short: "4 May". */
export const shortDate = (date: string): string => new Intl.DateTimeFormat(locale(), { day: "numeric", month: "short", timeZone: "UTC" }).format(Date.parse(date));

/** In full: "Monday 4 May". */
export const longDate = (date: string): string => new Intl.DateTimeFormat(locale(), { weekday: "long", day: "numeric", month: "long", timeZone: "UTC" }).format(Date.parse(date));
