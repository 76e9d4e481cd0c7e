import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Thread } from "../api/types";
import { toasts } from "./toasts";
import { nowResource, snooze } from "./work";

const answer = (data: object, headers: Record<string, string> = {}) => new Response(JSON.stringify(data), { headers: { "Content-Type": "application/json", ...headers } });
const thread = (id: string) => ({ id, summary: id }) as Thread;

/** What a hub has on Now, and what it took. */
let chosen: string | null;
let took: string[];

beforeEach(() => {
  [chosen, took] = ["paint", []];
  toasts.value = [];
  vi.stubGlobal("fetch", async (url: URL, { method, body }: RequestInit) => {
    const path = url.pathname.replace("/hub/api/", "");
    if (method !== "GET") took.push(path);
    if (path === "threads/paint/snooze") return answer({ snoozed_until: "2027-01-04T08:00:00Z" }, { "X-Hub-Event": "e1" });
    if (path === "now" && method === "PUT") chosen = (JSON.parse(String(body)) as { thread_id: string | null }).thread_id;
    return answer(path === "now" ? { thread: chosen && thread(chosen) } : {});
  });
});
afterEach(() => vi.unstubAllGlobals());

it.each([
  ["is on Now again", () => {}, "paint"],
  ["leaves Now to what was chosen meanwhile", () => { chosen = "mow"; }, "mow"],
])("a snoozed thread that is brought back %s", async (_, meanwhile, want) => {
  await nowResource().refetch();
  await snooze(thread("paint"), "2027-01-04T08:00:00Z");
  expect(chosen).toBeNull();
  meanwhile();
  toasts.value[0]!.action!.run();
  await vi.waitFor(() => expect(took).toContain("events/e1/undo"));
  await vi.waitFor(() => expect(nowResource().data.value?.thread?.id).toBe(want));
  expect(chosen).toBe(want);
});
