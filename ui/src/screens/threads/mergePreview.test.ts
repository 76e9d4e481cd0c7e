import { expect, it } from "vitest";
import { mergePreview } from "./mergePreview";

const thread = (more: object) => ({ id: "t", summary: "s", status: "open" as const, goal: null, focus: null, resume_step: null, workspace_path: null, transcript_ref: null, next_steps: [], tried: [], ...more });

it.each([
  ["nothing to take over", {}, {}, [], []],
  ["a text the other lacks", { goal: "g" }, {}, ["the goal: g"], []],
  ["a text both have", { goal: "g" }, { goal: "h" }, [], ["the goal"]],
  ["the same text", { goal: "g" }, { goal: "g" }, [], []],
  ["steps while there is room", { next_steps: ["a", "b", "c"] }, { next_steps: ["a", "z"] }, ["1 next step"], ["1 next step, as there is no room"]],
  ["attempts, each once", { tried: [{ what: "a", why_not: "" }, { what: "b", why_not: "" }] }, { tried: [{ what: "a", why_not: "" }] }, ["1 attempt"], []],
])("a merge with %s", (_, from, into, takes, stays) => {
  expect(mergePreview(thread(from), thread(into))).toEqual({ takes, stays });
});
