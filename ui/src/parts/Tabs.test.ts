import { expect, it } from "vitest";
import { beyond } from "./Tabs";

// Between two tabs are 4 pixels; the menu takes 48.
it.each<[what: string, widths: number[], room: number, current: number, away: number[]]>([
  ["all that fit", [40, 40, 40], 128, 0, []],
  ["the last when one pixel is missing", [40, 40, 40], 127, 0, [1, 2]],
  ["as many as there is room for beside the menu", [40, 40, 40, 40], 136, 0, [2, 3]],
  ["the present one though it is the last", [40, 40, 40, 40], 136, 3, [1, 2]],
  ["the present one alone", [40, 200], 60, 1, [0]],
  ["all before the page is drawn", [0, 0, 0], 0, 0, []],
])("keeps %s", (_, widths, room, current, away) => {
  expect([...beyond(widths, room, current)]).toEqual(away);
});
