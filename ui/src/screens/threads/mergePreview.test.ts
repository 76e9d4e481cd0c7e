import { expect, it } from "vitest";
import { mergePreview } from "./mergePreview";

const thread = (more: object) => ({ summary: "s", also_known: [], goal: null, focus: null, resume_step: null, workspace_path: null, transcript_ref: null, next_steps: [], tried: [], ...more });
const tried = (...all: string[]) => all.map((what) => ({ what, why_not: "" }));

it.each([
  ["nothing to take over", {}, {}, {}, []],
  ["a text the other lacks", { goal: "g" }, {}, { Goal: ["+g"] }, []],
  ["a text both have", { goal: "g" }, { goal: "h" }, { Goal: ["h"] }, ["Goal: g"]],
  ["the same text", { goal: "g" }, { goal: "g" }, { Goal: ["g"] }, []],
  ["links", { workspace_path: "/a", transcript_ref: "t" }, { workspace_path: "/b" }, { Folder: ["/b"], Transcript: ["+t"] }, ["Folder: /a"]],
  ["steps while there is room", { next_steps: ["a", "b", "c"] }, { next_steps: ["a", "z"] }, { "Next steps": ["a", "z", "+b"] }, ["1 next step, as there is no room"]],
  ["attempts, each once", { tried: tried("a", "b") }, { tried: [{ what: "a", why_not: "" }] }, { "Tried, and why not": ["a", "+b"] }, []],
  ["many attempts", { tried: tried(..."ABCDEF") }, { tried: tried(..."abcdef") }, { "Tried, and why not": ["6 of its own", "+A", "+B", "+C", "+D", "+E", "+and 1 more"] }, []],
  ["a title that becomes a name", { summary: "Other\n title" }, {}, { "Also known as": ["+Other title"] }, []],
  ["names that differ only in case", { summary: "S", also_known: ["ＡＢＣ", "x"] }, { also_known: ["abc"] }, { "Also known as": ["abc", "+x"] }, []],
  ["a title too long for a name", { summary: "é".repeat(300) }, {}, { "Also known as": ["+" + "é".repeat(200)] }, []],
  ["too many names: the oldest go", { summary: "6", also_known: ["5"] }, { also_known: [..."12340"] }, { "Also known as": ["3", "4", "0", "+5", "+6"] }, ["2 older names, as there is no room"]],
])("a merge with %s", (_, from, into, has, left) => {
  const preview = mergePreview(thread(from), thread(into));
  expect(Object.fromEntries(preview.has.map(({ label, items }) => [label, items.map(({ text, taken }) => (taken ? "+" : "") + text)]))).toEqual(has);
  expect(preview.left).toEqual(left);
});
