import { render } from "preact";
import { act } from "preact/test-utils";
import { signal } from "@preact/signals";
import { expect, test } from "vitest";
import type { Refusal } from "../api/refusal";
import { useLast } from "./resource";

const of = (data: string | undefined, error: unknown = null) => ({ data: signal(data), error: signal(error as Refusal | null) });

test.each([
  ["its own data", [of("a"), of("b")], "b"],
  ["what the one before held, while there is no answer", [of("a"), of(undefined)], "a"],
  ["that also over several", [of("a"), of(undefined), of(undefined)], "a"],
  ["nothing, if there was nothing", [of(undefined), of(undefined)], "none"],
  ["nothing of before, once nothing is asked for", [of("a"), null, of(undefined)], "none"],
  ["nothing, once there will be no answer", [of("a"), of(undefined, "refused")], "none"],
] as const)("shows %s", (_, resources, want) => {
  const place = document.createElement("div");
  const Shown = ({ one }: { one: ReturnType<typeof of> | null }) => <>{useLast(one) ?? "none"}</>;
  for (const one of resources) void act(() => render(<Shown one={one} />, place));
  expect(place.textContent).toBe(want);
});

test("does not show what is of another kind", () => {
  const place = document.createElement("div");
  const Shown = ({ one, kind }: { one: ReturnType<typeof of>; kind: string }) => <>{useLast(one, kind) ?? "none"}</>;
  for (const [one, kind] of [[of("a"), "open"], [of(undefined), "done"]] as const) void act(() => render(<Shown one={one} kind={kind} />, place));
  expect(place.textContent).toBe("none");
});
