// What differs between two texts, by lines or by words.

/** A run of one text that the other has another one for: a[from..to) became b[at..till). */
export interface Difference {
  from: number;
  to: number;
  at: number;
  till: number;
}

/** How many single differences are told apart; texts that share less differ as a whole. */
const most = 1_200;

/** The least that has to change to make b of a, in order (Myers' greedy algorithm). */
export function differences(a: readonly string[], b: readonly string[]): Difference[] {
  let start = 0, endA = a.length, endB = b.length;
  while (start < endA && start < endB && a[start] === b[start]) start++;
  while (endA > start && endB > start && a[endA - 1] === b[endB - 1]) { endA--; endB--; }
  if (start === endA && start === endB) return [];
  return between(a.slice(start, endA), b.slice(start, endB))
    .map(({ from, to, at, till }) => ({ from: from + start, to: to + start, at: at + start, till: till + start }));
}

function between(a: readonly string[], b: readonly string[]): Difference[] {
  const whole = [{ from: 0, to: a.length, at: 0, till: b.length }];
  const limit = Math.min(a.length + b.length, most);
  const reach = new Int32Array(2 * limit + 3); // how far each diagonal got
  const zero = limit + 1;
  const rounds: Int32Array[] = [];
  for (let d = 0; d <= limit; d++) {
    rounds.push(reach.slice(zero - d - 1, zero + d + 2));
    for (let k = -d; k <= d; k += 2) {
      let x = k === -d || (k !== d && reach[zero + k - 1]! < reach[zero + k + 1]!) ? reach[zero + k + 1]! : reach[zero + k - 1]! + 1;
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x++;
      reach[zero + k] = x;
      if (x >= a.length && x - k >= b.length) return wayBack(rounds, a.length, b.length);
    }
  }
  return whole;
}

/** Follows the rounds back to the beginning and joins the steps that touch. */
function wayBack(rounds: readonly Int32Array[], x: number, y: number): Difference[] {
  const found: Difference[] = [];
  for (let d = rounds.length - 1; d > 0; d--) {
    const before = rounds[d]!; // its middle is the diagonal 0
    const at = (k: number) => before[k + d + 1]!;
    const k = x - y;
    const down = k === -d || (k !== d && at(k - 1) < at(k + 1));
    const fromX = at(down ? k + 1 : k - 1);
    const fromY = fromX - (down ? k + 1 : k - 1);
    const [toX, toY] = down ? [fromX, fromY + 1] : [fromX + 1, fromY];
    const next = found[0];
    if (next && next.from === toX && next.at === toY) {
      next.from = fromX;
      next.at = fromY;
    } else found.unshift({ from: fromX, to: toX, at: fromY, till: toY });
    x = fromX;
    y = fromY;
  }
  return found;
}

/** The lines of a text, each with its end. */
export const linesOf = (text: string): string[] => text.split(/(?<=\n)/);

const segmenter = "Segmenter" in Intl ? new Intl.Segmenter(undefined, { granularity: "word" }) : null;

/** The words of a text and what stands between them, in any script. */
const wordsOf = (text: string): string[] => (segmenter
  ? Array.from(segmenter.segment(text), ({ segment }) => segment)
  : text.match(/[\p{L}\p{N}]+|\s+|[^]/gu) ?? []);

/** A stretch of a text; `changed` when the other text has something else there. */
export interface Stretch {
  text: string;
  changed: boolean;
}

/** Longer texts are compared as wholes, in characters. */
const longest = 20_000;

/** Two texts with what differs marked in each. */
export function compareWords(a: string, b: string): [Stretch[], Stretch[]] {
  if (a.length + b.length > longest) return [[{ text: a, changed: true }], [{ text: b, changed: true }]];
  const [mine, theirs] = [wordsOf(a), wordsOf(b)];
  const found = differences(mine, theirs);
  return [
    stretches(mine, found.map(({ from, to }) => [from, to])),
    stretches(theirs, found.map(({ at, till }) => [at, till])),
  ];
}

function stretches(words: readonly string[], changed: [number, number][]): Stretch[] {
  const out: Stretch[] = [];
  const add = (from: number, to: number, differs: boolean) => {
    if (to > from) out.push({ text: words.slice(from, to).join(""), changed: differs });
  };
  let done = 0;
  for (const [from, to] of changed) {
    add(done, from, false);
    add(from, to, true);
    done = to;
  }
  add(done, words.length, false);
  return out;
}
