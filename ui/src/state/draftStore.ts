// Keeps drafts in the browser's own store, and has them again when the page is opened: a tab that was
// closed, or that a phone has put away, takes no text with it. What is saved or discarded leaves the store.
import { batch, effect } from "@preact/signals";
import { newKey } from "../api/client";
import { openDatabase } from "../worker/database";
import { database, type Draft, draftOf, type Drafts, drafts, type Left, leftOver, onDisk, same, setDraft, type Stored, texts } from "./drafts";

export interface Store {
  all: () => Promise<Stored[]>;
  /** Adds some and takes others out, by their ids, all or nothing. */
  write: (added: readonly Stored[], gone: readonly string[]) => Promise<void>;
  clear: () => Promise<void>;
}

async function openStore(): Promise<Store> {
  const { within } = await openDatabase(database, { drafts: "id" });
  return {
    all: () => within<Stored[]>("drafts", "readonly", (all) => all.getAll()),
    write: (added, gone) => within<void>("drafts", "readwrite", (all) => {
      for (const one of added) all.put(one);
      for (const id of gone) all.delete(id);
    }),
    clear: () => within<void>("drafts", "readwrite", (all) => { all.clear(); }),
  };
}

/** How long after a write the next one waits, in milliseconds: a long text is not stored at each key. */
const pause = 100;

let store: Store | null = null;
let others: BroadcastChannel | null = null;
let writing = false;
let hurry = (): void => {};

/** Those that came from the store, as they came, and those whose place another one took. */
const read = new WeakSet<Draft>();
const isAsRead = (name: string): boolean => read.has(drafts.peek().get(name)!);

/** Where and when each was written. */
const origins = new WeakMap<Draft, Pick<Stored, "where" | "at">>();
function originOf(draft: Draft): Pick<Stored, "where" | "at"> {
  const origin = origins.get(draft) ?? { where: location.pathname + location.search, at: Date.now() };
  origins.set(draft, origin);
  return origin;
}

/** What in the store each draft stands for, by its name. */
let ids: ReadonlyMap<string, readonly string[]> = new Map();
const known = (): string[] => [...ids.values()].flat();

/** What parts a place from what the name of a draft beside another has more. */
const apart = "\0";
const placeOf = (name: string): string => name.split(apart, 1)[0]!;

/** Brings the store to what is written, as often as that has changed meanwhile. */
async function settle(): Promise<void> {
  if (writing || !store) return;
  writing = true;
  try {
    for (;;) {
      const is = texts.peek();
      const was = onDisk.peek();
      const put = [...is].filter(([name, draft]) => was.get(name) !== draft);
      const gone = [...was.keys()].filter((name) => !is.has(name));
      if (put.length === 0 && gone.length === 0) return;
      const added = put.map(([name, draft]): [string, Stored] => [name, { id: newKey(), place: placeOf(name), value: draft.value, base: draft.base, ...originOf(draft) }]);
      await store.write(added.map(([, one]) => one), [...put.map(([name]) => name), ...gone].flatMap((name) => ids.get(name) ?? []));
      const stay = ([name]: [string, unknown]) => !gone.includes(name);
      ids = new Map([...[...ids].filter(stay), ...added.map(([name, { id }]): [string, string[]] => [name, [id]])]);
      onDisk.value = new Map([...[...onDisk.peek()].filter(stay), ...put]);
      if (gone.length > 0) others?.postMessage("gone");
      if (!document.hidden) await new Promise<void>((go) => { hurry = go; setTimeout(go, pause); });
    }
  } catch {
    // Full, or closed by the browser: the page asks before it goes, and the next change tries again.
  } finally {
    writing = false;
  }
}

/** Some are not in the store any more: another page has saved, discarded or written on them. What is here as it was read goes as well; what was written on is stored anew. */
function forget(gone: readonly string[]): void {
  if (gone.length === 0) return;
  const before = ids;
  ids = new Map([...ids].map(([name, of]): [string, string[]] => [name, of.filter((id) => !gone.includes(id))]).filter(([, of]) => of.length > 0));
  const stays = ([name]: [string, Draft]) => ids.has(name) || !before.has(name);
  batch(() => {
    onDisk.value = new Map([...onDisk.peek()].filter(stays));
    drafts.value = new Map([...drafts.peek()].filter((one) => stays(one) || !read.has(one[1])));
  });
  void settle();
}

/** All are gone: whoever used this browser has signed out. */
const empty = () => batch(() => {
  ids = new Map();
  drafts.value = onDisk.value = new Map();
  leftOver.value = [];
});

/** Reads what other pages have stored since. Of several for one place the newest is there; the others are kept beside it. */
export async function look(): Promise<void> {
  const all = await store?.all() ?? [];
  batch(() => {
    forget(known().filter((id) => !all.some((one) => one.id === id)));
    const unknown = all.filter(({ id }) => !known().includes(id)).sort((a, b) => b.at - a.at);
    const added = new Map<string, Left & { draft: Draft }>();
    const stands = new Map(ids);
    for (const one of unknown) {
      const { place, id, value, base, where, at } = one;
      const here = added.get(place)?.draft ?? draftOf(place);
      const name = here && !same(here.value, value) ? place + apart + id : place;
      stands.set(name, [...stands.get(name) ?? [], id]);
      if (here && name === place) continue; // the same, from two pages
      const draft: Draft = { value, base };
      read.add(draft);
      origins.set(draft, { where, at });
      added.set(name, { ...one, name, draft });
    }
    ids = stands;
    if (added.size === 0) return;
    const news: Drafts = new Map([...added].map(([name, { draft }]) => [name, draft]));
    leftOver.value = [...leftOver.peek().filter(({ name }) => !added.has(name)), ...added.values()].sort((a, b) => b.at - a.at);
    onDisk.value = new Map([...onDisk.peek(), ...news]);
    drafts.value = new Map([...drafts.peek(), ...news]);
  });
}

const lookAgain = () => void look().catch(() => {}); // where that fails, the next one may not

/** Has the text be that of its place, and the one that was, if there is one, kept beside it. */
export function takeUp({ name, ...one }: Left): void {
  const [that, here] = [draftOf(name), draftOf(one.place)];
  if (name === one.place || !that) return;
  batch(() => {
    setDraft(one.place, that);
    setDraft(name, here);
    if (here) read.add(here); // it is on the screen no more
    leftOver.value = leftOver.peek().flatMap((left) => {
      if (left.name !== name) return left.name === one.place ? [] : left;
      return [{ ...one, name: one.place }, ...here ? [{ ...one, name, value: here.value, base: here.base, ...originOf(here) }] : []];
    });
  });
}

/** Drops all drafts, of every page. */
export async function clear(): Promise<void> {
  empty();
  others?.postMessage("empty");
  await store?.clear();
}

/** Begins: answers once what is stored is known. Where there is no store, all stays in the page's memory. */
export async function start(open: () => Promise<Store> = openStore): Promise<void> {
  store = await open().catch(() => null);
  await look().catch(() => { store = null; });
  if (typeof BroadcastChannel === "function") {
    others = new BroadcastChannel(database);
    others.onmessage = ({ data }: MessageEvent<"gone" | "empty">) => (data === "empty" ? empty() : lookAgain());
  }
  effect(() => {
    void drafts.value;
    const left = leftOver.value.filter(({ name }) => isAsRead(name));
    if (left.length < leftOver.value.length) leftOver.value = left;
  });
  let before = texts.peek();
  effect(() => {
    for (const [name, draft] of texts.value) {
      const was = before.get(name);
      if (was?.saving && !draft.saving) origins.set(draft, originOf(was)); // it comes back, wherever the reader is by now
      else originOf(draft);
    }
    before = texts.value;
    void settle();
  });
  addEventListener("visibilitychange", () => {
    hurry();
    if (!document.hidden) lookAgain();
  });
  addEventListener("pagehide", () => hurry());
}
