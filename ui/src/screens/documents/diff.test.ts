import { describe, expect, it } from "vitest";
import { compareWords, differences, linesOf } from "./diff";

/** Makes b of a by what was found. */
function applied(a: readonly string[], b: readonly string[]): string[] {
  const out: string[] = [];
  let done = 0;
  for (const { from, to, at, till } of differences(a, b)) {
    expect(from).toBeGreaterThanOrEqual(done);
    out.push(...a.slice(done, from), ...b.slice(at, till));
    done = to;
  }
  return [...out, ...a.slice(done)];
}

const chars = (text: string) => [...text];

describe("differences", () => {
  it.each([
    ["nothing", "abc", "abc", []],
    ["something at the end", "ab", "abc", [{ from: 2, to: 2, at: 2, till: 3 }]],
    ["something at the beginning", "abc", "bc", [{ from: 0, to: 1, at: 0, till: 0 }]],
    ["one in the middle", "abc", "axc", [{ from: 1, to: 2, at: 1, till: 2 }]],
    ["everything", "ab", "xy", [{ from: 0, to: 2, at: 0, till: 2 }]],
    ["all of it", "", "xy", [{ from: 0, to: 0, at: 0, till: 2 }]],
    ["two places", "abcde", "aXcdY", [{ from: 1, to: 2, at: 1, till: 2 }, { from: 4, to: 5, at: 4, till: 5 }]],
  ])("finds %s", (_, a, b, want) => expect(differences(chars(a), chars(b))).toEqual(want));

  it("makes the one of the other, and leaves alone what both have", () => {
    let seed = 7;
    const random = (n: number) => (seed = (seed * 48271) % 2147483647) % n;
    for (let round = 0; round < 300; round++) {
      const make = () => Array.from({ length: random(12) }, () => "abc"[random(3)]!);
      const [a, b] = [make(), make()];
      expect(applied(a, b)).toEqual(b);
      const kept = a.length - differences(a, b).reduce((sum, { from, to }) => sum + to - from, 0);
      expect(kept).toBe(longestCommon(a, b));
    }
  });

  it("gives up on telling apart what shares nothing, and is still right", () => {
    const a = Array.from({ length: 3_000 }, (_, i) => `a${i}`), b = Array.from({ length: 3_000 }, (_, i) => `b${i}`);
    expect(applied(["same", ...a], ["same", ...b])).toEqual(["same", ...b]);
  });
});

function longestCommon(a: readonly string[], b: readonly string[]): number {
  let row = new Array<number>(b.length + 1).fill(0);
  for (const one of a) {
    const next = [0];
    b.forEach((other, j) => next.push(one === other ? row[j]! + 1 : Math.max(row[j + 1]!, next[j]!)));
    row = next;
  }
  return row[b.length]!;
}

describe("words", () => {
  it("are marked where they differ", () => {
    const [mine, theirs] = compareWords("The first line.", "The last line.");
    expect(mine).toEqual([{ text: "The ", changed: false }, { text: "first", changed: true }, { text: " line.", changed: false }]);
    expect(theirs.filter(({ changed }) => changed)).toEqual([{ text: "last", changed: true }]);
  });
  it("of any text come back whole", () => {
    for (const text of ["", "確定申告の領収書を整理する", "نص من اليمين", "a\n\n b", "x".repeat(30_000)]) {
      expect(compareWords(text, "other")[0].map((one) => one.text).join("")).toBe(text);
    }
  });
});

it("lines keep their ends", () => expect(linesOf("a\n\nb")).toEqual(["a\n", "\n", "b"]));
