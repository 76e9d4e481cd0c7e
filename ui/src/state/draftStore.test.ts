import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Stored } from "./drafts";
import type { Store } from "./draftStore";

/** What other pages of this browser say, and are told. */
let told: unknown[] = [];
let hear: (data: unknown) => void = () => {};
/** Has the page ask no more: the next test has the same window. */
let end = (): void => {};

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
  told = [];
  vi.stubGlobal("BroadcastChannel", class {
    onmessage = (_: { data: unknown }) => {};
    constructor() { hear = (data) => this.onmessage({ data }); }
    postMessage(data: unknown) { told.push(data); }
  });
});
afterEach(() => {
  end();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A store in memory that is `full` or not, and outlives the page. */
function memory(was: Stored[] = []) {
  const map = new Map(was.map((one) => [one.id, one]));
  const store: Store = {
    all: async () => [...map.values()],
    write: async (added, gone) => {
      if (disk.full) throw new DOMException("full", "QuotaExceededError");
      disk.writes++;
      for (const one of added) map.set(one.id, one);
      for (const id of gone) map.delete(id);
    },
    clear: async () => map.clear(),
  };
  const disk = { full: false, writes: 0, map, open: async () => store, texts: () => Object.fromEntries([...map.values()].map(({ place, value }) => [place, value])), all: () => [...map.values()].map(({ place, value }) => `${place}: ${value}`).sort() };
  return disk;
}

/** A page with these drafts in its browser's store; null: it has no store. */
async function open(disk: ReturnType<typeof memory> | null) {
  const page = { ...await import("./drafts"), ...await import("./draftStore"), ...await import("./leaving") };
  end = () => { page.drafts.value = new Map(); };
  await page.start(disk ? disk.open : () => Promise.reject(new DOMException("no", "SecurityError")));
  return {
    ...page, rest: () => vi.advanceTimersByTimeAsync(1_000),
    write: (name: string, value: string, more = {}) => page.setDraft(name, { value, base: "", ...more }),
    left: () => page.leftOver.value.map(({ name }) => name),
  };
}

const stored = (name: string, value = name, at = 1): Stored => ({ id: `${name} ${at}`, place: name, value, base: "", where: "/hub/ui/", at });

it("has what was written before, the newest first", async () => {
  const { draftOf, left, wouldLose } = await open(memory([stored("a"), stored("b", "b", 2)]));
  expect(draftOf("a")).toEqual({ value: "a", base: "" });
  expect(left()).toEqual(["b", "a"]);
  expect(wouldLose()).toBe(false);
});

it("asks before the page goes for as long as a text is not on disk", async () => {
  const disk = memory();
  const { write, wouldLose, rest, left } = await open(disk);
  write("a", "half a thought");
  expect(wouldLose()).toBe(true);
  await rest();
  expect([wouldLose(), disk.texts(), left()]).toEqual([false, { a: "half a thought" }, []]);
  expect([...disk.map.values()][0]).toMatchObject({ where: location.pathname + location.search });
});

it("stores the last of what is typed, and not each key", async () => {
  const disk = memory();
  const { write, rest } = await open(disk);
  for (const text of ["o", "on", "one"]) write("a", text);
  await rest();
  expect([disk.texts(), disk.writes]).toEqual([{ a: "one" }, 2]);
});

it("stores without delay what is typed last before the page is put away", async () => {
  const disk = memory();
  const { write } = await open(disk);
  write("a", "o");
  await vi.advanceTimersByTimeAsync(0);
  write("a", "one");
  dispatchEvent(new Event("pagehide"));
  await vi.advanceTimersByTimeAsync(0);
  expect(disk.texts()).toEqual({ a: "one" });
});

it.each([
  ["is saved or discarded", undefined],
  ["says again what the hub says", { value: "", base: "" }],
])("drops a text that %s", async (_, draft) => {
  const disk = memory([stored("a"), stored("b")]);
  const { setDraft, rest, left } = await open(disk);
  setDraft("a", draft);
  await rest();
  expect([disk.texts(), left(), told]).toEqual([{ b: "b" }, ["b"], ["gone"]]);
});

it.each([
  ["is written on", (page: Awaited<ReturnType<typeof open>>) => page.write("a", "more")],
  ["is on the screen again", (page: Awaited<ReturnType<typeof open>>) => page.resume("a")],
])("no longer counts as left over what %s", async (_, act) => {
  const disk = memory([stored("a"), stored("b")]);
  const page = await open(disk);
  act(page);
  await page.rest();
  expect([page.left(), Object.keys(disk.texts()).sort()]).toEqual([["b"], ["a", "b"]]);
});

it("leads a text that could not be saved back to where it was written", async () => {
  const disk = memory();
  const { write, rest } = await open(disk);
  const from = location.href;
  write("a", "one");
  write("a", "one", { saving: true });
  history.pushState(null, "", "elsewhere");
  write("a", "one", { wrong: "No answer." });
  write("b", "two");
  await rest();
  const where = Object.fromEntries([...disk.map.values()].map((one) => [one.place, new URL(one.where, from).href]));
  expect(where).toEqual({ a: from, b: location.href });
  history.pushState(null, "", from);
});

it("keeps what may be secret in memory alone", async () => {
  const disk = memory();
  const { write, wouldLose, rest } = await open(disk);
  write("settings/forge", "token", { secret: true });
  await rest();
  expect([disk.texts(), wouldLose()]).toEqual([{}, true]);
});

it("asks where there is no store", async () => {
  const { write, wouldLose, rest } = await open(null);
  write("a", "text");
  await rest();
  expect(wouldLose()).toBe(true);
});

it("asks while the store is full, and stores all once it is not", async () => {
  const disk = memory();
  disk.full = true;
  const { write, wouldLose, rest } = await open(disk);
  write("a", "one");
  await rest();
  expect([disk.texts(), wouldLose()]).toEqual([{}, true]);
  disk.full = false;
  write("b", "two");
  await rest();
  expect([disk.texts(), wouldLose()]).toEqual([{ a: "one", b: "two" }, false]);
});

it("forgets what another page has saved, unless it is written on here", async () => {
  const disk = memory([stored("a"), stored("b"), stored("c")]);
  const { write, draftOf, rest, left } = await open(disk);
  write("b", "more");
  await rest();
  for (const [id, { place }] of disk.map) if (place !== "c") disk.map.delete(id);
  hear("gone");
  await rest();
  expect([draftOf("a"), disk.texts(), left()]).toEqual([undefined, { b: "more", c: "c" }, ["c"]]);
});

it("looks again for what another page has written", async () => {
  const disk = memory();
  const { look, left, draftOf } = await open(disk);
  disk.map.set("a 1", stored("a"));
  await look();
  expect([left(), draftOf("a")]).toEqual([["a"], { value: "a", base: "" }]);
});

it("reads again what another page has written on, unless it is written on here", async () => {
  const disk = memory([stored("a"), stored("b")]);
  const { look, write, draftOf, left, rest } = await open(disk);
  write("b", "mine");
  await rest();
  disk.map.delete("a 1");
  disk.map.set("a 2", stored("a", "a and more", 2));
  await look();
  expect([draftOf("a")?.value, draftOf("b")?.value, left()]).toEqual(["a and more", "mine", ["a"]]);
});

it("keeps what was stored beside what was begun before it was read", async () => {
  const disk = memory([stored("a", "long text", 7)]);
  (await import("./drafts")).setDraft("a", { value: "x", base: "" });
  const { draftOf, rest, left } = await open(disk);
  await rest();
  expect([draftOf("a")?.value, left(), disk.all()]).toEqual(["x", ["a\0a 7"], ["a: long text", "a: x"]]);
});

it("reads the same from two pages once, and drops it from both", async () => {
  const disk = memory([stored("a", "text", 1), stored("a", "text", 2)]);
  const { setDraft, left, rest } = await open(disk);
  expect(left()).toEqual(["a"]);
  setDraft("a", undefined);
  await rest();
  expect(disk.all()).toEqual([]);
});

it("keeps what two pages write in the same place, and drops what one of them saves", async () => {
  const disk = memory([stored("a", "begun")]);
  const { write, setDraft, rest, left, look } = await open(disk);
  write("a", "begun here");
  await rest();
  disk.map.set("theirs", { ...stored("a", "begun there", 2), id: "theirs" });
  await look();
  write("a", "begun here, and more");
  await rest();
  expect([disk.all(), left()]).toEqual([["a: begun here, and more", "a: begun there"], ["a\0theirs"]]);
  setDraft("a", undefined);
  await rest();
  expect(disk.all()).toEqual(["a: begun there"]);
});

it("takes up a text that was kept beside another, which is kept in its stead", async () => {
  const disk = memory([stored("a", "older", 1), stored("a", "newer", 2)]);
  const { takeUp, leftOver, draftOf, resume, setDraft, rest, left, look } = await open(disk);
  expect([draftOf("a")?.value, left()]).toEqual(["newer", ["a", "a\0a 1"]]);
  takeUp(leftOver.value[1]!);
  resume("a");
  await rest();
  await look();
  expect([draftOf("a")?.value, left().map((name) => draftOf(name)?.value), disk.all()]).toEqual(["older", ["newer"], ["a: newer", "a: older"]]);
  setDraft("a", undefined);
  await rest();
  expect([disk.all(), [...disk.map.values()][0]!.at]).toEqual([["a: newer"], 2]);
  takeUp(leftOver.value[0]!);
  expect([draftOf("a")?.value, left()]).toEqual(["newer", ["a"]]);
});

it("drops all, in every page", async () => {
  const disk = memory([stored("a")]);
  const { write, clear, drafts, rest, wouldLose } = await open(disk);
  write("b", "more");
  await rest();
  disk.map.set("c 1", stored("c")); // another page's
  await clear();
  await rest();
  expect([drafts.value.size, disk.texts(), told, wouldLose()]).toEqual([0, {}, ["empty"], false]);
  write("d", "after");
  await rest();
  disk.map.clear();
  hear("empty");
  await rest();
  expect([drafts.value.size, disk.texts()]).toEqual([0, {}]);
});
