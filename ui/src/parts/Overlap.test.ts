import { describe, expect, it } from "vitest";
import type { OverlapHit } from "../api/types";
import { verdictOf } from "./Overlap";

const hit = (changes: Partial<OverlapHit>) => ({ kind: "thread", status: "open", lease: null, ...changes }) as OverlapHit;

describe("the verdict in words", () => {
  it.each([
    ["none", [hit({})], /Nothing/],
    ["related", [hit({})], /may be another/],
    ["duplicate", [hit({ lease: { holder: "codex", expires_at: "2026-05-04T12:00:00Z" } })], /somebody is on it/],
    ["duplicate", [hit({ kind: "page", status: null }), hit({ status: "done" })], /before/],
    ["duplicate", [hit({ status: "blocked" })], /a thread already/],
  ] as const)("%s", (verdict, hits, words) => {
    expect(verdictOf({ verdict, hits: [...hits] })).toMatch(words);
  });
});
