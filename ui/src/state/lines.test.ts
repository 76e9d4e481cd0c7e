import { expect, it } from "vitest";
import { read, written } from "./lines";

it.each([
  ["one line", "Water the plants", { summary: "Water the plants" }],
  ["one line that begins as a list does", "- Water the plants", { summary: "Water the plants" }],
  ["steps", "Move\n- pack\n* carry\n[ ] unpack", { summary: "Move", next_steps: ["pack", "carry", "unpack"] }],
  ["tasks", "Move\n- [ ] pack\n  * [] carry", { summary: "Move", next_steps: ["pack", "carry"] }],
  ["a goal", "A page\nhttps://example.org/", { summary: "A page", goal: "https://example.org/" }],
  ["steps within the goal", "Move\n\nAll of it there.\n- pack\n\n\n\nThe key is given back.", { summary: "Move", next_steps: ["pack"], goal: "All of it there.\n\nThe key is given back." }],
  ["more steps than there may be", "Move\n- a\n- b\n- c\n- d\n- e", { summary: "Move", next_steps: ["a", "b", "c"], goal: "- d\n- e" }],
  ["what only looks like a step", "Move\n-5 degrees\n*bold*\n[x] packed\n-\n- ", { summary: "Move", goal: "-5 degrees\n*bold*\n[x] packed\n-\n-" }],
  ["lines of another system", "Move\r\n- pack\r\nsoon\r\n", { summary: "Move", next_steps: ["pack"], goal: "soon" }],
  ["nothing", " \n ", { summary: "" }],
])("reads %s", (_, text, want) => {
  expect(read(text)).toEqual(want);
  expect(read(written(read(text)))).toEqual(want);
});
