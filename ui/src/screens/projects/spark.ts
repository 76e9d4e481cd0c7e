/** The size of the drawing, within its margins. */
const left = 2, right = 137, top = 3, base = 22;

/** The corners of a line through the numbers of days, the last one at the right; few are not a peak. */
export function points(numbers: readonly number[], most: number): [number, number][] {
  const round = (n: number) => Math.round(n * 10) / 10;
  const step = (right - left) / Math.max(1, numbers.length - 1);
  return numbers.map((n, i) => [round(left + i * step), round(base - (n / Math.max(4, most)) * (base - top))]);
}
