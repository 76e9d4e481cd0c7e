// The time that all lanes of the board share: whole hours around now, as far as the lanes reach.

const hour = 3_600_000;

/** How far back the axis begins at most, in milliseconds. */
const longest = 8 * hour;

export interface Span {
  from: number;
  to: number;
}

/** Whole hours that hold the moments, now, an hour before it and half an hour after it. */
export function spanOf(moments: readonly number[], now: number): Span {
  const first = Math.max(Math.min(now - hour, ...moments), now - longest);
  const last = Math.max(now + hour / 2, ...moments);
  return { from: Math.floor(first / hour) * hour, to: Math.ceil(last / hour) * hour };
}

/** Where a moment is, in percent of the span from its beginning; what is outside is at its end. */
export const placeIn = ({ from, to }: Span, at: number): number => Math.round(1000 * Math.min(1, Math.max(0, (at - from) / (to - from)))) / 10;

/** The hours to write, at most five apart from now, none so near to now that they would touch. */
export function hoursIn({ from, to }: Span, now: number): number[] {
  const step = Math.ceil((to - from) / hour / 5) * hour;
  const hours: number[] = [];
  for (let at = from; at <= to; at += step) hours.push(at);
  return hours.filter((at) => Math.abs(at - now) > (to - from) / 12);
}
