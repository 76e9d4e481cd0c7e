import { describe, expect, it } from "vitest";
import type { OverlapHit } from "../api/types";
import { rowsOf, verdictOf } from "./Overlap";

const hit = (changes: Partial<OverlapHit>) => ({ kind: "thread", status: "open", lease: null, ...changes }) as OverlapHit;

describe("the verdict in words", () => {
  it.each([
    ["no claim about the world", "none", false, [hit({})], "No open thread shares enough words with it."],
    ["something near", "related", false, [hit({})], "Possibly related:"],
    ["where agents are asked", "related", true, [hit({})], "It may be the same work. Check before you begin."],
    ["somebody is on it", "duplicate", false, [hit({ lease: { holder: "codex", expires_at: "2026-05-04T12:00:00Z" } })], "Most likely yes: somebody is on it."],
    ["done before", "duplicate", false, [hit({ kind: "page", status: null }), hit({ status: "done" })], "It looks like this was worked on before."],
    ["open", "duplicate", false, [hit({ status: "blocked" })], "Most likely yes: there is a thread for it."],
  ] as const)("%s", (_, verdict, unsure, hits, words) => {
    expect(verdictOf({ verdict, unsure, hits: [...hits] })).toBe(words);
  });
});

describe("the rows of an answer", () => {
  const [a, b, c, done] = [hit({ id: "a" }), hit({ id: "b" }), hit({ id: "c" }), hit({ id: "done", status: "done" })];
  it.each([
    ["none: the nearest that are open", "none", [a, done], [b, c], 3, [], [a, b, c]],
    ["related: what passed, and as many more as fit", "related", [a, done], [b, c], 3, [a, done], [b]],
    ["related: without more", "related", [a], [b, c], 0, [a], []],
    ["duplicate: that is the answer", "duplicate", [a], [b, c], 3, [a], []],
  ] as const)("%s", (_, verdict, hits, nearest, most, shown, more) => {
    expect(rowsOf({ verdict, hits: [...hits], nearest: [...nearest] }, most)).toEqual({ hits: shown, nearest: more });
  });
});
