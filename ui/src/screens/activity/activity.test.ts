import { describe, expect, it } from "vitest";
import type { Event } from "../../api/types";
import { type Burst, fold, itemsOf, undoable } from "./bursts";
import { byDay } from ".";
import { lookBack } from "./lookBack";
import { chosenOf } from "./UndoAll";
import { weekIn } from "./Week";
import { sideOf, weeksOf } from "./weeks";

const event = (id: string, more: Partial<Event> = {}): Event => ({
  id, at: "2026-05-04T09:30:00.000Z", actor: "agent", source_tool: "codex", via: null, kind: "thread.done", subject: "hub://threads/" + id, title: "Thread " + id, before: {}, after: {}, undo_of: null, also: 0, undone: false, beyond_undo: false, compacted: null, ...more,
});

describe("the week in a few lines", () => {
  const empty = { from: "2026-05-04", to: "2026-05-10", added: [], finished: [], blocked: [], next: null, open: 3 };

  it("says what moved, what waits and what is next", () => {
    const text = lookBack({
      ...empty, finished: [event("a"), event("b"), event("a")], added: [event("c"), event("d", { actor: "owner" })],
      blocked: [{ summary: "Visa", blocked_reason: "the stamp" }], next: { summary: "Move", resume_step: "copy 2019", next_steps: [] },
    });
    expect(text.split("\n").slice(1)).toEqual(["Finished 2: Thread a; Thread b", "Added 2; 1 of them by agents; 3 are open", "Waiting: Visa (the stamp)", "Next: Move, copy 2019"]);
  });
  it("leaves out what was taken back, and names a few of many", () => {
    const finished = Array.from({ length: 9 }, (_, i) => event(String(i), { undone: i === 0 }));
    expect(lookBack({ ...empty, finished })).toContain("Finished 8: Thread 1; Thread 2; Thread 3; Thread 4; Thread 5; Thread 6; Thread 7; and 1 more");
  });
  it("blames nobody for a quiet week", () => {
    expect(lookBack(empty).split("\n").slice(1)).toEqual(["Finished: nothing this week, and that is a week too", "Added nothing; 3 are open"]);
  });
});

it("counts for an undo what the hub would take back", () => {
  const events = [
    event("undo-of-inside", { undo_of: "inside", kind: "thread.updated" }), event("inside", { undone: true }), event("plain"),
    event("claim", { kind: "thread.claimed" }), event("undo-of-older", { undo_of: "older", kind: "thread.updated" }),
  ];
  expect(chosenOf(events).map(({ id }) => id)).toEqual(["plain", "undo-of-older"]);
});

describe("what one agent did in one go", () => {
  const at = (minute: number, id: string, more: Partial<Event> = {}) => event(id, { at: new Date(Date.UTC(2026, 4, 4, 9, minute)).toISOString(), ...more });
  const you: Partial<Event> = { actor: "owner", source_tool: null };
  const shown = (events: Event[]) => fold(events).map((one) => ("length" in one ? one.map(({ id }) => id).join("+") : one.id)).join(" ");

  it.each<[string, Event[], string]>([
    ["three are one line", [at(2, "c"), at(1, "b"), at(0, "a")], "c+b+a"],
    ["two are two lines", [at(1, "b"), at(0, "a")], "b a"],
    ["what others did in between parts none", [at(4, "d"), at(3, "x", you), at(2, "c"), at(1, "y", { source_tool: "cursor" }), at(0, "a")], "d+c+a x y"],
    ["half an hour without a change ends it", [at(50, "f"), at(45, "e"), at(40, "d"), at(9, "c"), at(5, "b"), at(0, "a")], "f+e+d c+b+a"],
    ["the owner's stay apart", [at(2, "c", you), at(1, "b", you), at(0, "a", you)], "c b a"],
    ["over two tokens there are two", [at(3, "d"), at(2, "c", { via: "laptop" }), at(1, "b"), at(0, "a")], "d+b+a c"],
    ["a compacted day stays apart", [at(2, "c"), at(1, "b", { compacted: { changes: 4, from: "", by: [], notes: [] } }), at(0, "a")], "c b a"],
  ])("%s", (_, events, words) => expect(shown(events)).toBe(words));

  it("names each item once, and takes back what an undo is for", () => {
    const burst: Burst = [at(3, "d", { kind: "thread.released" }), at(2, "c", { undo_of: "a", undone: false }), at(1, "b", { subject: "hub://threads/a" }), at(0, "a", { undone: true })];
    expect(itemsOf(burst).map(({ id }) => id)).toEqual(["d", "c", "b"]);
    expect(undoable(burst).map(({ id }) => id)).toEqual(["b"]);
  });
});

it("leaves out that nothing is chosen any more", () => {
  const now = (id: string, thread_id: string | null) => event(id, { kind: "settings.updated", subject: "hub://settings/now", after: { thread_id } });
  expect(byDay([now("b", null), now("a", "t1")]).flatMap(({ events }) => events.map(({ id }) => id))).toEqual(["a"]);
});

describe("twelve weeks", () => {
  const days = (n: number, last: string) => Array.from({ length: n }, (_, i) => ({ date: new Date(Date.parse(last) - (n - 1 - i) * 86_400_000).toISOString().slice(0, 10), owner: i, agents: 1 }));
  it.each([["2026-05-04", 1], ["2026-05-08", 5], ["2026-05-10", 7]])("begin on Mondays and end on %s", (today, left) => {
    const weeks = weeksOf(days(84, today));
    expect([weeks.length, weeks[0]!.length, weeks.at(-1)!.length, weeks.at(-1)!.at(-1)!.date]).toEqual([12, 7, left, today]);
  });
  it.each<[number, number, number]>([[0, 50, 0], [1, 1, .45], [1, 400, .25], [400, 400, .85], [100, 400, .45]])("draw %i of at most %i as %f of a cell", (n, most, side) => expect(sideOf(n, most)).toBe(side));
  it("say what the last seven days come to", () => {
    const activity = { days: days(84, "2026-05-10"), authors: [], projects: [{ slug: "a", stale: 0, changes: [] }, { slug: "b", stale: 1, changes: [9, 9, 9, 9, 9, 9, 9, 0, 0, 0, 0, 0, 0, 1] }, { slug: "c", stale: 0, changes: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 2] }] };
    const counted = Array.from({ length: 14 }, (_, i) => ({ date: "", added: i < 7 ? 100 : 1, finished: i < 7 ? 100 : 2 }));
    expect(weekIn(activity, { days: counted, threads: { blocked: 3 }, stale: 4 })).toEqual({ owner: 77 + 78 + 79 + 80 + 81 + 82 + 83, agents: 7, added: 7, finished: 14, most: { slug: "c", n: 4 }, blocked: 3, quiet: 4 });
  });
});
