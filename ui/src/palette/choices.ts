// What the palette offers, and how typed words choose among it.
import type { Run } from "../parts/Marked";

export interface Choice {
  /** Unique among all that is offered. */
  id: string;
  title: string;
  /** What stands at its end: a project, a state. */
  hint?: string;
  /** The key that does the same without the palette. */
  key?: string;
  run: () => void;
}

/** Words as they are compared: without case, accents and width. */
const bare = (text: string): string => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

const wordsOf = (typed: string): string[] => bare(typed).split(/\s+/).filter(Boolean);

const partsOf = (text: string): string[] => text.split(/[^\p{L}\p{N}]+/u);

/** The choices that have a rank of 0 or more, the highest first, in their order where it is the same. */
const ranked = <C extends Choice>(choices: readonly C[], rank: (choice: C) => number): C[] => choices
  .map((choice) => ({ choice, rank: rank(choice) })).filter((one) => one.rank >= 0)
  .sort((a, b) => b.rank - a.rank).map(({ choice }) => choice);

/**
 * The choices that hold all typed words, in their order but for this: those that begin with
 * the words come first, then those with a word that does.
 */
export function choose<C extends Choice>(choices: readonly C[], typed: string): C[] {
  const words = wordsOf(typed);
  if (words.length === 0) return [...choices];
  return ranked(choices, ({ title, hint = "" }) => {
    const text = bare(title);
    if (!words.every((word) => text.includes(word) || bare(hint).includes(word))) return -1;
    if (text.startsWith(words[0]!)) return 2;
    return partsOf(text).some((part) => part.startsWith(words[0]!)) ? 1 : 0;
  });
}

/** How long two words are at least that may be the same but for a slip. */
const longEnough = 4;

/** Whether a word begins with what was typed but for one slip: a letter too many, missed or wrong, or two swapped. */
function nearly(typed: string, word: string): boolean {
  if (Math.min(typed.length, word.length) < longEnough || /\p{N}/u.test(typed)) return false;
  let at = 0;
  while (at < typed.length && typed[at] === word[at]) at++;
  const goesOn = (from: number, to: number) => word.startsWith(typed.slice(from), to);
  return goesOn(at + 1, at) || goesOn(at, at + 1) || goesOn(at + 1, at + 1)
    || typed[at] === word[at + 1] && typed[at + 1] === word[at] && goesOn(at + 2, at + 2);
}

/** The choices that may be meant where none holds the typed words: each may have one slip in it. */
export function guess<C extends Choice>(choices: readonly C[], typed: string): C[] {
  const words = wordsOf(typed);
  return ranked(choices, ({ title }) => {
    const text = bare(title);
    const parts = partsOf(text);
    if (words.length === 0 || !words.every((word) => text.includes(word) || parts.some((part) => nearly(word, part)))) return -1;
    return nearly(words[0]!, parts[0]!) ? 1 : 0;
  });
}

/** A title with the typed words marked. Where folding changes its length, nothing is. */
export function mark(title: string, typed: string): Run[] {
  const text = title.toLowerCase();
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  if (text.length !== title.length || words.length === 0) return [{ text: title, marked: false }];
  const marked = new Array<boolean>(title.length).fill(false);
  for (const word of words) {
    for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) marked.fill(true, at, at + word.length);
  }
  const runs: Run[] = [];
  for (let from = 0, to = 1; to <= title.length; to++) {
    if (to < title.length && marked[to] === marked[from]) continue;
    runs.push({ text: title.slice(from, to), marked: marked[from]! });
    from = to;
  }
  return runs;
}
