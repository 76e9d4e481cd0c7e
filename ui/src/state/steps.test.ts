import { describe, expect, it } from "vitest";
import { again, stepOf, stepsAfter, without } from "./steps";

describe("the steps of a thread", () => {
  it.each([
    ["nothing is planned", null, [], null, 0],
    ["a plan", null, ["a", "b", "c"], "a", 2],
    ["a note goes before the plan", "n", ["a", "b"], "n", 2],
    ["a note that is in the plan counts once", "a", ["a", "b"], "a", 1],
  ])("%s", (_, resume_step, next_steps, step, after) => {
    expect(stepOf({ resume_step, next_steps })).toBe(step);
    expect(stepsAfter({ resume_step, next_steps })).toBe(after);
  });

  it.each([
    ["the first of the plan", null, ["a", "b"], "a", { next_steps: ["b"] }],
    ["one in the middle", null, ["a", "b", "c"], "b", { next_steps: ["a", "c"] }],
    ["a note", "n", ["a"], "n", { resume_step: null }],
    ["a note that is in the plan too", "a", ["a", "b"], "a", { resume_step: null, next_steps: ["b"] }],
    ["one that somebody else took off", null, ["b"], "a", {}],
  ])("without %s", (_, resume_step, next_steps, done, changes) => {
    expect(without({ resume_step, next_steps }, done)).toEqual(changes);
  });

  it.each([
    ["where it was, though the one before it is done by now", null, ["c"], null, ["a", "b", "c"], "b", { next_steps: ["b", "c"] }],
    ["where it was, though the one after it is done by now", null, ["a"], null, ["a", "b", "c"], "b", { next_steps: ["a", "b"] }],
    ["first", null, ["b", "new"], null, ["a", "b"], "a", { next_steps: ["a", "b", "new"] }],
    ["before the one that followed, behind one that came back first", null, ["a", "c"], null, ["b", "c"], "b", { next_steps: ["a", "b", "c"] }],
    ["as a note", null, ["b"], "n", ["b"], "n", { resume_step: "n" }],
    ["not as a note where another stands", "m", ["b"], "n", ["b"], "n", {}],
    ["not twice", null, ["a"], null, ["a"], "a", {}],
  ])("again %s", (_, resume_step, next_steps, note, plan, step, changes) => {
    expect(again({ resume_step, next_steps }, { resume_step: note, next_steps: plan }, step)).toEqual(changes);
  });
});
