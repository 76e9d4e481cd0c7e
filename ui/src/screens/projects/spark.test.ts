import { expect, it } from "vitest";
import { points } from "./spark";

it.each<[string, number[], number, [number, number][]]>([
  ["from the left to today at the right", [0, 0, 0], 10, [[2, 22], [69.5, 22], [137, 22]]],
  ["as high as the most of all projects", [5, 10], 10, [[2, 12.5], [137, 3]]],
  ["and few are not a peak", [1, 2], 2, [[2, 17.3], [137, 12.5]]],
])("a line goes %s", (_, numbers, most, corners) => expect(points(numbers, most)).toEqual(corners));
