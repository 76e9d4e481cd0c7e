import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { threadResource } from "./thread";
import { saveField } from "./threadActs";
import { toasts } from "./toasts";

const answer = (data: unknown, status = 200, headers: Record<string, string> = {}) => new Response(JSON.stringify(data), { status, headers: { "Content-Type": "application/json", ...headers } });

/** A hub with one thread; somebody else may change it before a request comes. */
const hub = { goal: "one", focus: "here", version: 1, before: [] as (() => void)[], patches: [] as { ifMatch: string | null; body: string }[] };
const body = () => ({ id: "t", summary: "s", goal: hub.goal, focus: hub.focus, version: hub.version, next_steps: [], tried: [] });

/** The thread as a page that shows it has it. */
let id = 0;
const leave: (() => void)[] = []; // what a page does that no longer shows it
async function usedThread() {
  const known = threadResource(`t${++id}`); // a resource outlives a test
  leave.push(known.use());
  await known.refetch();
  return { id: `t${id}`, summary: "s" };
}

beforeEach(() => {
  Object.assign(hub, { goal: "one", focus: "here", version: 1, before: [], patches: [] });
  toasts.value = [];
  vi.stubGlobal("fetch", async (_: URL, init: RequestInit) => {
    const tag = () => ({ ETag: `"${hub.version}.0"` });
    if (init.method === "GET") return answer(body(), 200, tag());
    hub.before.shift()?.();
    const ifMatch = new Headers(init.headers).get("If-Match");
    hub.patches.push({ ifMatch, body: String(init.body) });
    if (ifMatch !== `"${hub.version}.0"`) return answer({ type: "/problems/precondition-failed", detail: "changed meanwhile" }, 412);
    Object.assign(hub, JSON.parse(String(init.body)), { version: hub.version + 1 });
    return answer(body(), 200, { ...tag(), "X-Hub-Event": "e1" });
  });
});
afterEach(() => {
  for (const one of leave.splice(0)) one();
  vi.unstubAllGlobals();
});

describe("one field is saved", () => {
  it("over the version it was written against", async () => {
    const thread = await usedThread();
    expect(await saveField(thread, "goal", "two", "one", "Saved.")).toBeNull();
    expect(hub.patches).toEqual([{ ifMatch: '"1.0"', body: '{"goal":"two"}' }]);
    expect(toasts.value[0]).toMatchObject({ text: "Saved.", event: "e1" });
  });

  it("when somebody changed another field meanwhile", async () => {
    const thread = await usedThread();
    hub.before.push(() => { hub.focus = "there"; hub.version++; });
    expect(await saveField(thread, "goal", "two", "one", "Saved.")).toBeNull();
    expect([hub.goal, hub.focus, hub.patches.length]).toEqual(["two", "there", 2]);
  });

  it("not when somebody changed this field meanwhile", async () => {
    const thread = await usedThread();
    hub.before.push(() => { hub.goal = "theirs"; hub.version++; });
    expect(await saveField(thread, "goal", "mine", "one", "Saved.")).toBe("");
    expect([hub.goal, toasts.value.length]).toEqual(["theirs", 0]);
  });

  it("not for ever, when somebody writes all the time", async () => {
    const thread = await usedThread();
    hub.before = Array.from({ length: 9 }, () => () => { hub.version++; });
    expect(await saveField(thread, "goal", "two", "one", "Saved.")).toBe("Changed meanwhile.");
    expect(hub.patches.length).toBe(3);
  });
});
