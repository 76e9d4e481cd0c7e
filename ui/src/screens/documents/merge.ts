// Two texts that were made of the same one, brought together without losing either.
import { differences, type Difference, linesOf } from "./diff";

/** A part of the two texts: the same in both, or a place where they differ. */
export type Part = { same: string } | Place;

/** A place where they differ. */
export interface Place {
  base: string;
  mine: string;
  theirs: string;
  /** Which of them changed it: both is a clash that only a person can decide. */
  changed: "mine" | "theirs" | "both";
}

export type Choice = "mine" | "theirs" | "both";

interface Side {
  found: Difference[];
  /** Where the lines of the base are in this text. */
  shift: number;
}

/** Compares what has become of a text on two sides. */
export function partsOf(base: string, mine: string, theirs: string): Part[] {
  const lines = linesOf(base), myLines = linesOf(mine), theirLines = linesOf(theirs);
  const [my, their]: [Side, Side] = [{ found: differences(lines, myLines), shift: 0 }, { found: differences(lines, theirLines), shift: 0 }];
  const parts: Part[] = [];
  let done = 0;
  const keep = (until: number) => {
    if (until > done) parts.push({ same: lines.slice(done, until).join("") });
    done = until;
  };
  while (my.found.length > 0 || their.found.length > 0) {
    const from = Math.min(my.found[0]?.from ?? Infinity, their.found[0]?.from ?? Infinity);
    // What touches belongs together: the order of two lines put in at one place is a decision.
    let to = from, grown = true;
    const taken: [Difference[], Difference[]] = [[], []];
    while (grown) {
      grown = false;
      for (const [side, own] of [[my, taken[0]], [their, taken[1]]] as const) {
        while (side.found.length > 0 && side.found[0]!.from <= to) {
          const one = side.found.shift()!;
          own.push(one);
          to = Math.max(to, one.to);
          grown = true;
        }
      }
    }
    keep(from);
    const texts = ([[my, taken[0], myLines], [their, taken[1], theirLines]] as const).map(([side, own, all]) => {
      const begin = from + side.shift;
      for (const { from: a, to: b, at, till } of own) side.shift += (till - at) - (b - a);
      return all.slice(begin, to + side.shift).join("");
    }) as [string, string];
    if (texts[0] === texts[1]) parts.push({ same: texts[0] });
    else {
      const changed = taken[0].length === 0 ? "theirs" : taken[1].length === 0 ? "mine" : "both";
      parts.push({ base: lines.slice(from, to).join(""), mine: texts[0], theirs: texts[1], changed });
    }
    done = to;
  }
  keep(lines.length);
  return parts;
}

/** What a place says unless somebody decides: the side that changed it; of a clash, both. */
export const chosen = (place: Place): Choice => place.changed;

/** The text that comes of the choices; of those not made, what `chosen` says. */
export function merged(parts: readonly Part[], choices: ReadonlyMap<Place, Choice>): string {
  return parts.map((part) => {
    if ("same" in part) return part.same;
    switch (choices.get(part) ?? chosen(part)) {
      case "mine": return part.mine;
      case "theirs": return part.theirs;
      case "both": return joined(part.theirs, part.mine);
    }
  }).join("");
}

/** Both one after the other, on lines of their own. */
const joined = (first: string, second: string) => (first && second && !first.endsWith("\n") ? `${first}\n${second}` : first + second);
