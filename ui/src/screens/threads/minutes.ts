/** How many threads a minute of a sweep leaves time for. */
const aMinute = 3;

/** About how long it takes to look at so many, in minutes. */
export const minutesFor = (n: number): number => Math.max(1, Math.round(n / aMinute));
