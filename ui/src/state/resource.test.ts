import { effect } from "@preact/signals";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { resource } from "./resource";

const answer = (data: unknown, status = 200, headers: Record<string, string> = {}) => new Response(JSON.stringify(data), { status, headers: { "Content-Type": "application/json", ...headers } });

let answers: (() => Promise<Response>)[] = [];
let id = 0;
const thread = () => resource("/api/threads/{id}", { path: { id: `thread${++id}` } });

beforeEach(() => {
  answers = [];
  vi.useFakeTimers();
  vi.stubGlobal("fetch", () => answers.shift()!());
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("a resource", () => {
  it("shows loading only once waiting is noticeable", async () => {
    let done!: (r: Response) => void;
    answers.push(() => new Promise((resolve) => { done = resolve; }));
    const it = thread();
    it.use();
    await vi.advanceTimersByTimeAsync(250);
    expect(it.loading.value).toBe(false);
    await vi.advanceTimersByTimeAsync(100);
    expect(it.loading.value).toBe(true);
    done(answer({ summary: "a" }));
    await vi.advanceTimersByTimeAsync(0);
    expect(it.loading.value).toBe(false);
    expect(it.data.value).toMatchObject({ summary: "a" });
  });

  it("keeps the last data while there is no answer", async () => {
    answers.push(async () => answer({ summary: "a" }), () => Promise.reject(new TypeError("gone")), async () => answer({ summary: "b" }));
    const it = thread();
    it.use();
    await vi.advanceTimersByTimeAsync(0);
    await it.refetch();
    expect([it.data.value?.summary, it.stale.value, it.error.value?.offline]).toEqual(["a", true, true]);
    await it.refetch();
    expect([it.data.value?.summary, it.stale.value]).toEqual(["b", false]);
  });

  it("shows an edit at once, and takes it back exactly", async () => {
    answers.push(async () => answer({ summary: "a", goal: "x" }), async () => answer({ summary: "a", goal: "y" }));
    const it = thread();
    it.use();
    await vi.advanceTimersByTimeAsync(0);
    const edit = it.edit((was) => ({ ...was, summary: "typed" }));
    expect(it.data.value).toMatchObject({ summary: "typed", goal: "x" });
    await it.refetch(); // what came meanwhile is not lost with it
    expect(it.data.value).toMatchObject({ summary: "typed", goal: "y" });
    edit.drop();
    expect(it.data.value).toMatchObject({ summary: "a", goal: "y" });
  });

  it("does not fall back to an answer from before the change", async () => {
    let late!: (r: Response) => void;
    answers.push(async () => answer({ summary: "old" }), () => new Promise((resolve) => { late = resolve; }), async () => answer({ summary: "new" }));
    const it = thread();
    it.use();
    await vi.advanceTimersByTimeAsync(0);
    const refetched = it.refetch();
    it.edit((was) => ({ ...was, summary: "new" })).keep();
    const seen: (string | undefined)[] = [];
    const end = effect(() => { seen.push(it.data.value?.summary); });
    late(answer({ summary: "old" }));
    await refetched;
    end();
    expect(new Set(seen)).toEqual(new Set(["new"])); // not even for a moment
    expect(answers).toEqual([]);
  });

  it("is asked for once more when that is wanted while a request is under way that then fails", async () => {
    let fail!: (r: Response) => void;
    answers.push(() => new Promise((resolve) => { fail = resolve; }), async () => answer({ summary: "back" }));
    const it = thread();
    it.use();
    void it.refetch();
    await vi.advanceTimersByTimeAsync(0);
    fail(answer({ error: "gone" }, 404));
    await vi.advanceTimersByTimeAsync(0);
    expect([it.data.value?.summary, it.error.value]).toEqual(["back", null]);
    expect(answers).toHaveLength(0);
  });

  it("is asked for once more, not twice, when it changes while an answer is on its way", async () => {
    let late!: (r: Response) => void;
    let asked = 0;
    const count = (one: () => Promise<Response>) => () => { asked++; return one(); };
    answers.push(count(() => new Promise((resolve) => { late = resolve; })), count(async () => answer({ summary: "new" })), count(async () => answer({ summary: "new" })));
    const it = thread();
    it.use();
    it.touch();
    late(answer({ summary: "old" }));
    await vi.advanceTimersByTimeAsync(1_000);
    expect([it.data.value?.summary, asked]).toEqual(["new", 2]);
  });

  it("is asked for again only when somebody shows it", async () => {
    let late!: (r: Response) => void;
    answers.push(() => new Promise((resolve) => { late = resolve; }), async () => answer({ summary: "new" }));
    const it = thread();
    const leave = it.use();
    leave();
    it.touch(); // it changed, or is gone, while the answer was on its way
    late(answer({ summary: "old" }));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(answers).toHaveLength(1);
    it.use();
    await vi.advanceTimersByTimeAsync(0);
    expect(it.data.value?.summary).toBe("new");
  });
});
