import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

vi.mock("./preferences", async () => {
  const { signal } = await import("@preact/signals");
  return { zone: signal<string | undefined>("UTC") };
});

import { use } from "../words";
import { zone } from "./preferences";
import { daysAgo, fullTime, isDueToday, isQuiet, now, quietFor, relativeTime, shortTime, sinceWhen, tomorrow } from "./time";
import { dateName, momentOf } from "./wall";

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
  ["2026-11-21T21:49:40Z", "in 20 minutes"],
  ["2026-11-21T23:29:30Z", "in 2 hours"],
  ["2026-11-24T08:00:00Z", "in 3 days"],
  ["2026-08-21T08:00:00Z", "3 months ago"],
])("%s is %s in words", (iso, words) => expect(relativeTime(iso)).toBe(words));

it.each(["UTC", "Pacific/Kiritimati", "Pacific/Pago_Pago"])("a date is the same day wherever this device is, in %s", (name) => {
  inZone(name);
  expect(dateName("2026-12-01")).toBe("Tuesday 1 December");
});

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

it.each([
  ["Europe/Berlin", "2026-03-29T01:59", "2026-03-29T00:59"],
  ["Europe/Berlin", "2026-03-29T02:30", "2026-03-29T01:30"], // skipped: as much later
  ["Europe/Berlin", "2026-10-25T02:30", "2026-10-25T00:30"], // comes twice: the first
  ["Europe/Berlin", "2026-10-25T03:00", "2026-10-25T02:00"],
  ["America/New_York", "2026-03-08T02:30", "2026-03-08T07:30"],
  ["America/New_York", "2026-11-01T02:00", "2026-11-01T07:00"],
  ["Asia/Kolkata", "2026-05-04T09:00", "2026-05-04T03:30"],
])("the clock of %s shows %s at %s", (name, wall, utc) => {
  inZone(name);
  expect(new Date(momentOf(wall)).toISOString().slice(0, 16)).toBe(utc);
});

it.each([["ja", "2026年11月21日土曜日 09:05"], ["es", "sábado, 21 de noviembre de 2026, 09:05"], ["en-GB", "Saturday, 21 November 2026 at 09:05"], ["en-US", "Saturday, November 21, 2026 at 9:05\u202fAM"]])("whole in %s", (name, words) => {
  vi.stubGlobal("navigator", { languages: [name] });
  use(name.slice(0, 2) as "ja", {});
  expect(fullTime("2026-11-21T09:05:00Z").replace(" 2026 at", " 2026 at")).toBe(words);
});
