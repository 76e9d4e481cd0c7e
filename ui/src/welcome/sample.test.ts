import { expect, it, vi } from "vitest";

vi.mock("../api/client", async (original) => ({ ...await original<object>(), api: { get: vi.fn(), patch: vi.fn(), delete: vi.fn() } }));

import { api } from "../api/client";
import { zone } from "../state/preferences";
import { reminders, remove } from "./sample";

it("goes as a whole, but for what the owner has put there, also where the hub knows no zone", async () => {
  expect(zone.value).toBeFalsy();
  const texts = reminders("2026-05-04").map(({ text }) => text);
  const held = { threads: [{ id: "t1", source_tool: "cli" }], reminders: [...texts, "My own"].map((text, i) => ({ id: "r" + String(i), text, thread_id: null })) };
  vi.mocked(api.get as (path: string) => Promise<unknown>).mockImplementation(async (path) => ({ data: path === "/api/threads" ? held.threads : held.reminders, next: null }));
  vi.mocked(api.delete as () => Promise<unknown>).mockResolvedValue({ event: "e1" });
  expect(await remove()).toEqual({ event: "e1", moved: 2 });
  expect(vi.mocked(api.patch).mock.calls.map(([, asked]) => (asked as { path: { id: string } }).path.id)).toEqual(["t1", "r3"]);
});
