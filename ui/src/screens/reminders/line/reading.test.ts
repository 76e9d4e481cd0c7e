import { expect, it, vi } from "vitest";

vi.mock("../../../state/preferences", async () => {
  const { signal } = await import("@preact/signals");
  return { zone: signal<string | undefined>("Europe/Berlin") };
});

import { nextOf } from "./reading";

// As store/recur counts them, by the owner's clock.
it.each([
  ["hours", "2026-11-26T20:17", "FREQ=HOURLY;INTERVAL=2", "19:17 21:17 23:17"],
  ["hours through a gap", "2026-03-29T00:30", "FREQ=HOURLY", "23:30 00:30 01:30"],
  ["hours through a repeat: once each", "2026-10-25T01:30", "FREQ=HOURLY", "23:30 00:30 02:30"],
  ["a day of hours through a gap", "2026-03-28T09:00", "FREQ=HOURLY;INTERVAL=24", "08:00 07:00 07:00"],
])("the next times of %s, in UTC", (_, at, rrule, want) => {
  expect(nextOf({ kind: "rrule", at, rrule }).map((time) => time.slice(11, 16)).join(" ")).toBe(want);
});
