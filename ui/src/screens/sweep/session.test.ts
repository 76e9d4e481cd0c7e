import { expect, it } from "vitest";
import type { Thread } from "../../api/types";
import { begun, type Choice, decide, type Decision, left, type Sweep, tally, without } from "./session";

const thread = (id: string, summary = id) => ({ id, summary }) as Thread;
const all = ["a", "b", "c"].map((id) => thread(id));
const about = (id: string, choice: Choice = "keep"): Decision => ({ thread: thread(id), choice, event: Promise.resolve(null) });
const after = (...decided: Decision[]): Sweep => decided.reduce(decide, { all, decided: [] });
const [kept, snoozed, again] = [about("a"), about("b", "snooze"), about("c")];

it.each<[string, Sweep, Thread[], string[]]>([
  ["all at first", after(), all, ["a", "b", "c"]],
  ["the rest after two", after(kept, snoozed), all, ["c"]],
  ["nothing at the end", after(kept, snoozed, again), [], []],
  ["none that somebody has gone on with", after(kept), [thread("c")], ["c"]],
  ["none that has come later", after(kept), [...all, thread("d")], ["b", "c"]],
  ["all that have come before the first decision", begun(after(), [...all, thread("d")]), [...all, thread("d")], ["a", "b", "c", "d"]],
  ["none that comes after it", begun(after(kept), [...all, thread("d")]), [...all, thread("d")], ["b", "c"]],
  ["one that is taken back, where it stood", without(after(kept, snoozed), kept), all, ["a", "c"]],
  ["each as it is by now", after(kept, snoozed), [thread("c", "C, renamed")], ["C, renamed"]],
])("is left to be looked at: %s", (_, sweep, quiet, want) => {
  expect(left(sweep, quiet).map(({ summary }) => summary)).toEqual(want);
});

it("counts what was chosen in the order of the keys", () => {
  expect(tally(after(about("a", "dismiss"), about("b", "done"), about("c", "dismiss")))).toEqual([{ choice: "dismiss", n: 2 }, { choice: "done", n: 1 }]);
});
