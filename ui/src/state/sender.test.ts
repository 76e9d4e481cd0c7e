import { signal } from "@preact/signals";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Store, Waiting } from "../worker/waiting";

const answer = (status: number, data: unknown = {}) => new Response(JSON.stringify(data), { status });
const gone = () => Promise.reject(new TypeError("gone"));
const taken = async () => answer(201);

let hub: () => Promise<Response>;
let answers: (() => Promise<Response>)[] = [];
let asked: { key: string | null; body: unknown }[] = [];

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
  vi.doMock("./session", () => ({ signedIn: signal(true) }));
  [hub, answers, asked] = [async () => answer(200, { hub_id: "here" }), [], []];
  vi.stubGlobal("BroadcastChannel", undefined);
  vi.stubGlobal("fetch", (url: URL, { headers, body }: { headers: Record<string, string>; body: string }) => {
    if (url.pathname === "/hub/api/overview") return hub();
    asked.push({ key: headers["Idempotency-Key"] ?? null, body: JSON.parse(body) });
    return answers.shift()!();
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A store in memory that is `full` or not, and outlives the page. */
function memory(was: Waiting[] = [], seen = "") {
  const map = new Map(was.map((one) => [one.key, one]));
  const store: Store = {
    all: async () => [...map.values()].sort((a, b) => a.since - b.since),
    put: async (one) => { if (disk.full) throw new DOMException("full", "QuotaExceededError"); map.set(one.key, one); },
    remove: async (keys) => { for (const key of keys) map.delete(key); },
    hub: async () => disk.seen,
    setHub: async (id) => { disk.seen = id; },
  };
  const disk = { full: false, seen, map, open: async () => store };
  return disk;
}
const nothing = () => Promise.reject(new DOMException("no", "SecurityError"));

const one = (key: string, more: Partial<Waiting> = {}): Waiting => ({ key, body: { summary: key }, since: 1, hub: "here", ...more });

/** A page that is opened while the hub is away. */
async function open(from: () => Promise<Store>) {
  const page = { ...await import("./outbox"), ...await import("./sender"), ...await import("./leaving"), ...await import("../api/client"), ...await import("./toasts") };
  page.reachable.value = false;
  await page.start(from);
  const come = async () => {
    page.reachable.value = true;
    await vi.advanceTimersByTimeAsync(0);
  };
  return { ...page, come, rest: () => vi.advanceTimersByTimeAsync(0) };
}

describe("where there is a store", () => {
  it("a capture is put there, and the page may go", async () => {
    const disk = memory([], "here");
    const { depart, unsent, wouldLose, rest } = await open(disk.open);
    depart({ key: "k1", body: { summary: "a" } })(true);
    expect(wouldLose()).toBe(true); // until it is on disk
    await rest();
    expect(wouldLose()).toBe(false);
    expect([...disk.map.values()]).toMatchObject([{ key: "k1", body: { summary: "a" }, hub: "here" }]);
    expect(unsent.value).toHaveLength(1);
  });

  it("it is there as long as the hub is asked, and does not wait meanwhile", async () => {
    const disk = memory([], "here");
    const { depart, unsent, rest } = await open(disk.open);
    const arrived = depart({ key: "k1", body: { summary: "a" } });
    const second = depart({ key: "k2", body: { summary: "b" } });
    await rest();
    expect([[...disk.map.keys()], unsent.value]).toEqual([["k1", "k2"], []]);
    arrived(false);
    await rest();
    expect([[...disk.map.keys()], unsent.value]).toEqual([["k2"], []]);
    second(true);
    await rest();
    expect([[...disk.map.keys()], unsent.value.map(({ key }) => key)]).toEqual([["k2"], ["k2"]]);
  });

  it("one whose page went before the answer came is sent by the next, under the same key", async () => {
    const disk = memory([], "here");
    const first = await open(disk.open);
    const arrived = first.depart({ key: "k1", body: { summary: "a" } });
    await first.rest();
    vi.resetModules();
    const { come, unsent } = await open(disk.open);
    expect(unsent.value.map(({ key }) => key)).toEqual(["k1"]);
    answers = [taken];
    await come();
    expect([asked, disk.map.size]).toEqual([[{ key: "k1", body: { summary: "a" } }], 0]);
    arrived(false); // or the page of before would ask in the tests below
  });

  it("what waited from before is sent in order, once, and taken out", async () => {
    const disk = memory([one("b", { since: 2 }), one("a")]);
    const { come, unsent, depart, rest } = await open(disk.open);
    depart({ key: "c", body: { summary: "c" } })(true);
    await rest();
    answers = [taken, taken, taken];
    await come();
    await come();
    expect(asked.map(({ key }) => key)).toEqual(["a", "b", "c"]);
    expect([disk.map.size, unsent.value]).toEqual([0, []]);
  });

  it("what does not fit stays with the page, which asks before it goes", async () => {
    const disk = memory();
    disk.full = true;
    const { depart, wouldLose, come, rest } = await open(disk.open);
    depart({ key: "k1", body: { summary: "a" } })(true);
    await rest();
    expect(wouldLose()).toBe(true);
    answers = [taken];
    await come();
    expect([asked.length, wouldLose()]).toEqual([1, false]);
  });

  it("what is for another hub is not sent to this one before somebody says so", async () => {
    const disk = memory([one("theirs", { hub: "there" }), one("ours"), one("anybody's", { hub: "", since: 2 })], "here");
    const { come, unsent, isElsewhere, sendHere } = await open(disk.open);
    answers = [taken, taken, taken];
    await come();
    expect(asked.map(({ key }) => key)).toEqual(["ours", "anybody's"]);
    expect(unsent.value.map(isElsewhere)).toEqual([true]);
    await sendHere(unsent.value[0]!);
    expect(asked.at(-1)!.key).toBe("theirs");
    expect(disk.map.size).toBe(0);
  });

  it("the hub is asked who it is each time", async () => {
    const disk = memory([one("a")], "here");
    const { come } = await open(disk.open);
    hub = async () => answer(200, { hub_id: "a demo" });
    await come();
    expect([asked, disk.map.size]).toEqual([[], 1]);
  });
});

it.each([["in a store", () => memory().open], ["in memory", () => nothing]])("tries the same again under the same key while nobody answers, %s", async (_, from) => {
  const { depart, unsent } = await open(from());
  depart({ key: "k1", body: { summary: "a" } })(true);
  answers = [gone, async () => answer(503, { detail: "busy" }), taken];
  for (let tries = 0; tries < 3; tries++) await vi.advanceTimersByTimeAsync(30_000);
  expect(asked.map(({ key }) => key)).toEqual(["k1", "k1", "k1"]);
  expect(unsent.value).toEqual([]);
});

it("without a store all stays with the page, which asks before it goes", async () => {
  const { depart, unsent, wouldLose, durable, come, rest } = await open(nothing);
  const [first, second] = [{ key: "k1", body: { summary: "a" } }, { key: "k2", body: { summary: "b", project_slug: "p" } }];
  depart(first)(true);
  depart(second)(true);
  await rest();
  expect([durable.value, wouldLose()]).toEqual([false, true]);
  answers = [taken, taken];
  await come();
  expect(asked).toEqual([first, second]);
  expect([unsent.value, wouldLose()]).toEqual([[], false]);
});

it("keeps what the hub refuses with its reason, goes on with the next, and tries it again only when asked to", async () => {
  const disk = memory([one("too long"), one("fine", { since: 2 })], "here");
  const { come, unsent, refusals, flush, toasts, opened } = await open(disk.open);
  answers = [async () => answer(422, { errors: [{ location: "body.summary", message: "must be shorter" }] }), taken, taken];
  await come();
  expect([...refusals.value]).toEqual([["too long", "Must be shorter."]]);
  toasts.value.find(({ alarm }) => alarm)!.action!.run();
  expect(opened.value).toBe("list");
  expect(unsent.value.map(({ key }) => key)).toEqual(["too long"]);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(asked).toHaveLength(2);
  await flush(true);
  expect([asked.length, disk.map.size]).toEqual([3, 0]);
});

it("stops where nobody is signed in", async () => {
  const disk = memory([one("a"), one("b")], "here");
  const { come, refusals } = await open(disk.open);
  answers = [async () => answer(401)];
  await come();
  expect([asked.length, refusals.value.size, disk.map.size]).toEqual([1, 0, 2]);
});

it("one that is taken out can be put back", async () => {
  const disk = memory([one("a"), one("b", { since: 2 })], "here");
  const { unsent, remove, put, rest } = await open(disk.open);
  const [first] = unsent.value;
  await remove(["a"]);
  expect([...disk.map.keys()]).toEqual(["b"]);
  await put(first!);
  await rest();
  expect(unsent.value.map(({ key }) => key)).toEqual(["a", "b"]);
});
