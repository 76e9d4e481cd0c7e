import { signal } from "@preact/signals";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

vi.mock("./session", () => ({ signedIn: signal(true) }));

const answer = (status: number, data: unknown = {}) => new Response(JSON.stringify(data), { status });
let answers: (() => Promise<Response>)[] = [];
let asked: { key: string | null; body: unknown }[] = [];

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
  [answers, asked] = [[], []];
  vi.stubGlobal("fetch", (_: URL, { headers, body }: { headers: Record<string, string>; body: string }) => {
    asked.push({ key: headers["Idempotency-Key"] ?? null, body: JSON.parse(body) });
    return answers.shift()!();
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const gone = () => Promise.reject(new TypeError("gone"));
const load = async () => ({ ...await import("./outbox"), ...await import("./leaving"), ...await import("../api/client"), ...await import("./toasts") });

it("sends what it keeps in order, each under its own key, and asks before the page goes", async () => {
  const { keep, unsent, wouldLose, reachable } = await load();
  reachable.value = false;
  const [one, two] = [{ key: "k1", body: { summary: "a" } }, { key: "k2", body: { summary: "b", project_slug: "p" } }];
  keep(one);
  keep(two);
  expect(wouldLose()).toBe(true);
  answers = [async () => answer(201), async () => answer(201)];
  reachable.value = true;
  await vi.advanceTimersByTimeAsync(0);
  expect(asked).toEqual([one, two]);
  expect(unsent.value).toEqual([]);
  expect(wouldLose()).toBe(false);
});

it("tries the same again under the same key while nobody answers", async () => {
  const { keep, unsent, reachable } = await load();
  reachable.value = false;
  keep({ key: "k1", body: { summary: "a" } });
  answers = [gone, async () => answer(503, { detail: "busy" }), async () => answer(201)];
  for (let tries = 0; tries < 3; tries++) await vi.advanceTimersByTimeAsync(30_000);
  expect(asked.map(({ key }) => key)).toEqual(["k1", "k1", "k1"]);
  expect(unsent.value).toEqual([]);
});

it("gives back what the hub refuses, and goes on with the next", async () => {
  const { keep, onRefused, unsent, reachable } = await load();
  const back = vi.fn();
  onRefused(back);
  reachable.value = false;
  keep({ key: "k1", body: { summary: "too long" } });
  keep({ key: "k2", body: { summary: "b" } });
  answers = [async () => answer(422, { errors: [{ location: "body.summary", message: "must be shorter" }] }), async () => answer(201)];
  reachable.value = true;
  await vi.advanceTimersByTimeAsync(0);
  expect(back).toHaveBeenCalledExactlyOnceWith({ summary: "too long" }, "Must be shorter.");
  expect([asked.length, unsent.value.length]).toEqual([2, 0]);
});
