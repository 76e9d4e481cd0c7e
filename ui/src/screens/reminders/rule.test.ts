import { describe, expect, it } from "vitest";
import { type Choices, choicesOf, monthlies, plain, ruleInWords, ruleOf } from "./rule";

const begins = "2026-05-12T09:30"; // the second Tuesday of May

describe("a rule of plain choices", () => {
  const cases: [string, Partial<Choices>, string][] = [
    ["each week", {}, "FREQ=WEEKLY"],
    ["two days of each other week, in the order of the week", { every: 2, days: ["TH", "MO"] }, "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH"],
    ["each day until one", { unit: "DAILY", until: "2026-06-03" }, "FREQ=DAILY;UNTIL=20260603"],
    ["the day of the month", { unit: "MONTHLY" }, "FREQ=MONTHLY"],
    ["the weekday's place in the month", { unit: "MONTHLY", monthly: "weekday" }, "FREQ=MONTHLY;BYDAY=2TU"],
    ["the last day of the month", { unit: "MONTHLY", monthly: "lastDay" }, "FREQ=MONTHLY;BYMONTHDAY=-1"],
    ["the last weekday of the month", { unit: "MONTHLY", monthly: "lastWeekday" }, "FREQ=MONTHLY;BYDAY=-1TU"],
    ["days count in weeks only", { unit: "YEARLY", days: ["MO"], monthly: "weekday" }, "FREQ=YEARLY"],
  ];
  it.each(cases)("%s", (_, given, rule) => {
    expect(ruleOf({ ...plain, ...given }, begins)).toBe(rule);
  });
  it.each(cases)("%s, read back", (_, __, rule) => {
    expect(ruleOf(choicesOf(rule, begins)!, begins)).toBe(rule);
  });
  it("takes a fifth weekday for the last", () => {
    expect(ruleOf({ ...plain, unit: "MONTHLY", monthly: "weekday" }, "2026-05-29T08:00")).toBe("FREQ=MONTHLY;BYDAY=-1FR");
  });
  it.each([
    ["FREQ=HOURLY"], ["FREQ=MONTHLY;BYMONTHDAY=1,15"], ["FREQ=WEEKLY;COUNT=3"], ["FREQ=MONTHLY;BYDAY=3MO"], ["FREQ=DAILY;UNTIL=20260603T080000Z"], ["nonsense"],
  ])("leaves %s to the expert", (rule) => {
    expect(choicesOf(rule, begins)).toBeNull();
  });
});

describe("what a month's rule can be", () => {
  it.each([
    ["2026-05-12T09:30", "day 12, the second Tuesday, the last day"],
    ["2026-05-26T09:30", "day 26, the fourth Tuesday, the last Tuesday, the last day"],
    ["2026-05-29T09:30", "day 29, the last Friday, the last day"],
  ])("from %s on", (at, labels) => expect(monthlies(at).map(({ label }) => label).join(", ")).toBe(labels));
});

describe("a rule in words", () => {
  it.each([
    ["FREQ=DAILY", "Every day at 09:30"],
    ["FREQ=DAILY;INTERVAL=3", "Every 3 days at 09:30"],
    ["FREQ=WEEKLY", "Every Tuesday at 09:30"],
    ["FREQ=WEEKLY;BYDAY=MO,TH", "Every Monday and Thursday at 09:30"],
    ["FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE,FR", "Every 2 weeks on Monday, Wednesday and Friday at 09:30"],
    ["FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "Every weekday at 09:30"],
    ["rrule:freq=monthly", "Every month on day 12 at 09:30"],
    ["FREQ=MONTHLY;BYDAY=1MO", "Every month on the first Monday at 09:30"],
    ["FREQ=MONTHLY;BYDAY=-1FR;UNTIL=20270603", "Every month on the last Friday at 09:30, until 3 June 2027"],
    ["FREQ=MONTHLY;BYMONTHDAY=1,-1", "Every month on day 1 and the last day at 09:30"],
    ["FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", "Every month on the last working day at 09:30"],
    ["FREQ=MONTHLY;INTERVAL=3;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=1", "Every 3 months on the first working day at 09:30"],
    ["FREQ=HOURLY", "Every hour from 09:30"],
    ["FREQ=HOURLY;INTERVAL=2;BYDAY=MO,TU,WE,TH,FR", "Every 2 hours on weekdays from 09:30"],
    ["FREQ=YEARLY", "Every year on 12 May at 09:30"],
    ["FREQ=YEARLY;COUNT=3", "Every year on 12 May at 09:30, 3 times"],
    ["FREQ=YEARLY;BYMONTH=11;BYDAY=4TH", "Every year on the fourth Thursday in November at 09:30"],
    ["FREQ=WEEKLY;BYDAY=MO;BYMONTH=6,7", "Every Monday in June and July at 09:30"],
  ])("%s", (rule, words) => {
    expect(ruleInWords(rule, begins, "09:30")).toBe(words);
  });
  it.each([
    ["FREQ=MONTHLY;BYDAY=MO;BYSETPOS=1"], ["FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=9"], ["FREQ=HOURLY;BYHOUR=8"], ["FREQ=YEARLY;BYDAY=20MO"], ["FREQ=MONTHLY;BYMONTHDAY=-3"], ["FREQ=DAILY;BYHOUR=8,12"], [""],
  ])("has none for %s", (rule) => {
    expect(ruleInWords(rule, begins, "09:30")).toBeNull();
  });
});
