import { expect, it } from "vitest";
import { files, found, gone } from "./findings";

it.each([
  ["a new history with the same files", { reason: "rewritten", known: 63, missing: 0 }, "The forge's branch was replaced by another history, with the same files in it."],
  ["a new history that lacks some", { reason: "rewritten", known: 63, missing: 5 }, "The forge's branch was replaced by another history, and 5 of the 63 files that both sides had are gone from it."],
  ["a new history that lacks all", { reason: "rewritten", known: 63, missing: 63 }, "The forge's branch was replaced by another history, and all 63 files that both sides had are gone from it."],
  ["a hub of an earlier moment", { reason: "restored", known: 63, missing: 2 }, "The hub was restored as it once was: the forge may have what came after."],
  ["a branch with nothing in it", { reason: "emptied", known: 63, missing: 63 }, "All 63 files that both sides had are gone from the forge."],
  ["a branch that lost its one file", { reason: "emptied", known: 1, missing: 1 }, "The one file that both sides had is gone from the forge."],
  ["many that vanished", { reason: "vanished", known: 1200, missing: 300 }, "300 of the 1,200 files that both sides had are gone from the forge at once."],
] as const)("%s is told in one sentence", (_, what, words) => expect(found(what)).toBe(words));

it.each([[1, "1 page or progress file", "1 page or progress file is deleted"], [63, "63 pages and progress files", "63 pages and progress files are deleted"]])("%d files", (n, some, lost) => {
  expect([files(n), gone(n)]).toEqual([some, lost]);
});
