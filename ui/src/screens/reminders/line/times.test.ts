import { describe, expect, it } from "vitest";
import { timesOf } from "./times";

const at = "2026-11-24T09:00"; // a Tuesday, the fourth
const dates = (rrule: string, from = at, begins = at) => timesOf({ kind: "rrule", rrule, at: begins }, from, 3)?.map((one) => one.slice(2, 10)).join(" ");

describe("the next three times of", () => {
  it.each([
    ["FREQ=DAILY;INTERVAL=2", "26-11-24 26-11-26 26-11-28"],
    ["FREQ=WEEKLY", "26-11-24 26-12-01 26-12-08"],
    ["FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TU", "26-11-24 26-12-07 26-12-08"],
    ["FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "26-11-24 26-11-25 26-11-26"],
    ["FREQ=MONTHLY", "26-11-24 26-12-24 27-01-24"],
    ["FREQ=MONTHLY;BYMONTHDAY=1,-1", "26-11-30 26-12-01 26-12-31"],
    ["FREQ=MONTHLY;BYDAY=2TU", "26-12-08 27-01-12 27-02-09"],
    ["FREQ=MONTHLY;BYDAY=-1FR", "26-11-27 26-12-25 27-01-29"],
    ["FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", "26-11-30 26-12-31 27-01-29"],
    ["FREQ=MONTHLY;BYDAY=FR,TH,WE,TU,MO;BYSETPOS=2", "26-12-02 27-01-04 27-02-02"],
    ["FREQ=YEARLY", "26-11-24 27-11-24 28-11-24"],
    ["FREQ=YEARLY;BYMONTH=3;BYDAY=1MO", "27-03-01 28-03-06 29-03-05"],
    ["FREQ=DAILY;COUNT=2", "26-11-24 26-11-25"],
    ["FREQ=DAILY;UNTIL=20261125", "26-11-24 26-11-25"],
    ["rrule:freq=weekly;byday=we", "26-11-25 26-12-02 26-12-09"],
  ])("%s", (rule, want) => expect(dates(rule)).toBe(want));
  it.each([["FREQ=HOURLY"], ["FREQ=MONTHLY;BYDAY=SA;BYSETPOS=-1"], ["FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=1"], ["FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=1,2"], ["FREQ=DAILY;BYHOUR=8"], ["FREQ=YEARLY;BYDAY=20MO"], ["FREQ=DAILY;INTERVAL=0"], ["FREQ=WEEKLY;BYDAY=2MO"], ["nonsense"]])("%s: none that are known", (rule) => expect(dates(rule)).toBeUndefined());
  it("a day that a month does not have", () => expect(dates("FREQ=MONTHLY", "2027-01-31T09:00", "2027-01-31T09:00")).toBe("27-01-31 27-03-31 27-05-31"));
  it("a rule that began long ago keeps its pace", () => expect(dates("FREQ=WEEKLY;INTERVAL=2", "2026-11-26T00:00", "2020-01-07T09:00")).toBe("26-12-01 26-12-15 26-12-29"));
});

it("the times of a day are those before the next", () => {
  expect(timesOf({ kind: "daily", rrule: null, at: "2026-01-01T08:00" }, "2026-11-24T00:00", 9, "2026-11-26T00:00")).toEqual(["2026-11-24T08:00", "2026-11-25T08:00"]);
  expect(timesOf({ kind: "weekly", rrule: null, at: "2026-11-25T08:00" }, "2026-11-24T00:00", 9, "2026-11-25T00:00")).toEqual([]);
  expect(timesOf({ kind: "session", rrule: null, at: "" }, "2026-11-24T00:00", 9)).toBeNull();
});
