import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Reminder } from "../../api/types";
import { finish } from "./actions";

let keys: (string | null)[] = [];
beforeEach(() => {
  keys = [];
  vi.stubGlobal("fetch", (_: URL, { headers }: { headers: Record<string, string> }) => {
    keys.push(headers["Idempotency-Key"] ?? null);
    return Promise.resolve(new Response("{}", { status: 200 }));
  });
});
afterEach(() => vi.unstubAllGlobals());

const daily = (updated_at: string) => ({ id: "r1", kind: "daily", updated_at }) as Reminder;

it("done pressed again on what is shown is the same, and after a change another", async () => {
  for (const at of ["2026-05-04T09:00:00.000Z", "2026-05-04T09:00:00.000Z", "2026-05-05T09:00:00.000Z"]) await finish(daily(at), () => []);
  expect(keys[0]).toBeTruthy();
  expect([keys[1] === keys[0], keys[2] === keys[0]]).toEqual([true, false]);
});
