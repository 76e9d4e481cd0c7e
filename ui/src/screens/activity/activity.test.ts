import { describe, expect, it } from "vitest";
import type { Event } from "../../api/types";
import { layOut } from "./Chart";
import { lookBack } from "./lookBack";
import { chosenOf } from "./UndoAll";

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

it("draws bars to scale, and few of them low", () => {
  const tall = (added: number, most: number) => layOut([{ date: "2026-05-04", added, finished: most }])[0]!.added;
  expect(tall(10, 20)).toBe(tall(20, 20) / 2);
  expect(tall(1, 1)).toBeLessThan(tall(4, 4) / 2);
  expect(layOut([])).toEqual([]);
});
