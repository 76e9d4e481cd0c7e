import { describe, expect, test } from "vitest";
import { hoursIn, placeIn, spanOf } from "./axis";

const at = (clock: string) => Date.parse(`2026-05-04T${clock}Z`);
const clocks = (times: readonly number[]) => times.map((time) => new Date(time).toISOString().slice(11, 16));

describe("the axis of the board", () => {
  test.each<[string, string[], string]>([
    ["nobody at work", [], "09:00 11:00"],
    ["a lease that ends late", ["09:50", "12:05"], "09:00 13:00"],
    ["work since the morning", ["07:10", "10:40"], "07:00 11:00"],
    ["work since the day before", ["00:10", "10:40"], "02:00 11:00"],
  ])("%s", (_, moments, want) => {
    const { from, to } = spanOf(moments.map(at), at("10:24"));
    expect(clocks([from, to]).join(" ")).toBe(want);
  });

  test("a moment stands in its place, and never outside", () => {
    const span = { from: at("09:00"), to: at("11:00") };
    expect([at("09:00"), at("09:30"), at("11:00"), at("08:00"), at("12:00")].map((time) => placeIn(span, time))).toEqual([0, 25, 100, 0, 100]);
  });

  test("hours keep their distance from now", () => {
    expect(clocks(hoursIn({ from: at("08:00"), to: at("13:00") }, at("10:05")))).toEqual(["08:00", "09:00", "11:00", "12:00", "13:00"]);
    expect(clocks(hoursIn({ from: at("00:00"), to: at("23:00") }, at("23:00"))).length).toBeLessThan(6);
  });
});
