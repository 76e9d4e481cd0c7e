import { expect, it } from "vitest";
import type { Overview } from "../../api/types";
import { views } from "./views";

const numbers = { threads: { open: 7, blocked: 1, done: 4, dismissed: 2 }, stale: 3 } as unknown as Overview;

it("puts each status into one view alone", () => {
  const asked = views.flatMap(({ asks }) => asks.status ?? []);
  expect(asked.toSorted()).toEqual(["blocked", "dismissed", "done", "open"]);
});

// Nobody counts what can start or is snoozed: it would be counted again at every change.
it.each(views.filter(({ asks }) => !asks.ready && !asks.snoozed).map((view) => [view.label, view] as const))("counts for %s what its list holds", (_, { asks, count }) => {
  const held = asks.stale ? numbers.stale : asks.status!.reduce((sum, status) => sum + (numbers.threads[status] ?? 0), 0);
  expect(count(numbers)).toBe(held);
});
