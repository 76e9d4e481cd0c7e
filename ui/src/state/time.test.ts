import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

vi.mock("./preferences", async () => {
  const { signal } = await import("@preact/signals");
  return { zone: signal<string | undefined>("UTC") };
});

import { zone } from "./preferences";
import { daysAgo, isDueToday, isQuiet, now, quietFor, relativeTime, shortTime, sinceWhen, tomorrow } from "./time";

const inZone = (name: string) => { (zone as unknown as { value: string }).value = name; };

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse("2026-11-21T21:30:00Z") }); // a Saturday
  now.value = Date.now();
  inZone("UTC");
  vi.stubGlobal("navigator", { languages: ["en-GB"] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it.each([
  ["2026-11-21T08:05:00Z", "08:05"],
  ["2026-11-17T08:05:00Z", "Tue"],
  ["2026-11-12T08:05:00Z", "12 Nov"],
  ["2024-11-12T08:05:00Z", "12 Nov 2024"],
])("%s is %s for short", (iso, words) => expect(shortTime(iso)).toBe(words));

it.each([
  ["2026-11-21T08:05:00Z", "08:05"],
  ["2026-11-20T23:00:00Z", "yesterday"],
  ["2026-11-17T08:05:00Z", "Tuesday"],
  ["2026-11-15T08:05:00Z", "15 Nov"],
])("since %s is since %s", (iso, words) => expect(sinceWhen(iso)).toBe(words));

it.each([
  ["2026-11-21T21:29:30Z", "now"],
  ["2026-11-21T21:25:00Z", "5 minutes ago"],
  ["2026-11-21T18:30:00Z", "3 hours ago"],
  ["2026-11-20T23:00:00Z", "yesterday"],
  ["2026-11-24T08:00:00Z", "in 3 days"],
  ["2026-08-21T08:00:00Z", "3 months ago"],
])("%s is %s in words", (iso, words) => expect(relativeTime(iso)).toBe(words));

describe("days", () => {
  it("are the owner's", () => {
    expect(daysAgo("2026-11-21T00:30:00Z")).toBe(0);
    inZone("America/New_York"); // half past four in the afternoon there; that was the day before
    expect(daysAgo("2026-11-21T00:30:00Z")).toBe(1);
    inZone("Asia/Tokyo"); // half past six in the morning of the 22nd
    expect(daysAgo("2026-11-21T00:30:00Z")).toBe(1);
  });

  it("are told without a reproach", () => {
    expect([quietFor("2026-11-21T01:00:00Z"), quietFor("2026-11-20T01:00:00Z"), quietFor("2026-11-12T01:00:00Z")]).toEqual(["active today", "quiet for 1 day", "quiet for 9 days"]);
  });

  it("end at the owner's midnight", () => {
    expect([isDueToday("2026-11-21T23:59:00Z"), isDueToday("2026-11-22T00:01:00Z"), isDueToday("2026-01-01T00:00:00Z")]).toEqual([true, false, true]);
    expect(tomorrow()).toBe("2026-11-22T05:00:00.000Z");
    inZone("Asia/Tokyo");
    expect(tomorrow()).toBe("2026-11-22T20:00:00.000Z"); // five in the morning of the 23rd
  });
});

it("quiet are active threads without news that were not put off", () => {
  const thread = { status: "open", last_activity_at: "2026-11-18T20:00:00Z", snoozed_until: null as string | null };
  expect(isQuiet(thread, 3)).toBe(true);
  expect(isQuiet(thread, 4)).toBe(false);
  expect(isQuiet({ ...thread, status: "done" }, 3)).toBe(false);
  expect(isQuiet({ ...thread, snoozed_until: "2026-11-22T00:00:00Z" }, 3)).toBe(false);
  expect(isQuiet({ ...thread, snoozed_until: "2026-11-20T00:00:00Z" }, 3)).toBe(true);
});
