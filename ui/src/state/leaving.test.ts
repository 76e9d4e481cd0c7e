import { signal } from "@preact/signals";
import { expect, it } from "vitest";
import { guard, wouldLose } from "./leaving";

it("asks only while something is held, by whomever", () => {
  const [one, two] = [signal(false), signal(false)];
  guard(() => one.value);
  guard(() => two.value);
  expect(wouldLose()).toBe(false);
  one.value = two.value = true;
  expect(wouldLose()).toBe(true);
  one.value = false;
  expect(wouldLose()).toBe(true);
  two.value = false;
  expect(wouldLose()).toBe(false);
});
