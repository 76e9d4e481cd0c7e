// Keeps drafts in the browser's own store, and has them again when the page is opened: a tab that was
// closed, or that a phone has put away, takes no text with it. What is saved or discarded leaves the store.
import { batch, effect } from "@preact/signals";
import { openDatabase } from "../worker/database";
import { database, type Draft, type Drafts, drafts, leftOver, onDisk, same, type Stored, texts } from "./drafts";

export interface Store {
  all: () => Promise<Stored[]>;
  /** Puts some in their place and takes others out, all or nothing. */
  write: (put: readonly Stored[], gone: readonly string[]) => Promise<void>;
  clear: () => Promise<void>;
}

async function openStore(): Promise<Store> {
  const { within } = await openDatabase(database, { drafts: "name" });
  return {
    all: () => within<Stored[]>("drafts", "readonly", (all) => all.getAll()),
    write: (put, gone) => within<void>("drafts", "readwrite", (all) => {
      for (const one of put) all.put(one);
      for (const name of gone) all.delete(name);
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

/** Those that came from the store, as they came. */
const read = new Map<string, Draft>();
const isAsRead = (name: string, draft = drafts.peek().get(name)): boolean => draft !== undefined && read.get(name) === draft;

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
      const [where, at] = [location.pathname + location.search, Date.now()];
      await store.write(put.map(([name, { value, base: from }]) => ({ name, value, base: from, where, at })), gone);
      onDisk.value = is;
      if (gone.length > 0) others?.postMessage(gone);
      if (!document.hidden) await new Promise<void>((go) => { hurry = go; setTimeout(go, pause); });
    }
  } catch {
    // Full, or closed by the browser: the page asks before it goes, and the next change tries again.
  } finally {
    writing = false;
  }
}

/** Another page has saved or discarded some. What is here as it was read goes as well; what was written on is stored anew. */
function forget(gone: readonly string[]): void {
  const stays = ([name]: [string, Draft]) => !gone.includes(name);
  batch(() => {
    onDisk.value = new Map([...onDisk.peek()].filter(stays));
    drafts.value = new Map([...drafts.peek()].filter((one) => stays(one) || !isAsRead(...one)));
  });
  void settle();
}

/** All are gone: whoever used this browser has signed out. */
const empty = () => batch(() => {
  drafts.value = onDisk.value = new Map();
  leftOver.value = [];
});

/** Reads what is stored and not known here, or was written on in another page since it was read. What is stored
 * where something else was begun here meanwhile is kept beside it, under a name of its own. */
export async function look(): Promise<void> {
  const all = await store?.all() ?? [];
  const news = all.flatMap((one) => {
    const here = drafts.peek().get(one.name);
    if (!here || (isAsRead(one.name, here) && !same(here.value, one.value))) return one;
    return isAsRead(one.name, here) || onDisk.peek().has(one.name) || same(here.value, one.value) ? [] : { ...one, name: `${one.name} ${one.at}` };
  });
  if (news.length === 0) return;
  const added: Drafts = new Map(news.map(({ name, value, base }) => [name, { value, base }]));
  for (const [name, draft] of added) read.set(name, draft);
  batch(() => {
    leftOver.value = [...leftOver.peek().filter(({ name }) => !added.has(name)), ...news].sort((a, b) => b.at - a.at);
    onDisk.value = new Map([...onDisk.peek(), ...[...added].filter(([name]) => all.some((one) => one.name === name))]);
    drafts.value = new Map([...drafts.peek(), ...added]);
  });
}

/** Drops all drafts, of every page. */
export async function clear(): Promise<void> {
  empty();
  others?.postMessage(null);
  await store?.clear();
}

/** Begins: answers once what is stored is known. Where there is no store, all stays in the page's memory. */
export async function start(open: () => Promise<Store> = openStore): Promise<void> {
  store = await open().catch(() => null);
  await look().catch(() => { store = null; });
  if (typeof BroadcastChannel === "function") {
    others = new BroadcastChannel(database);
    others.onmessage = ({ data: gone }: MessageEvent<string[] | null>) => (gone ? forget(gone) : empty());
  }
  effect(() => {
    const left = leftOver.value.filter(({ name }) => isAsRead(name, drafts.value.get(name)));
    if (left.length < leftOver.value.length) leftOver.value = left;
  });
  effect(() => {
    void texts.value;
    void settle();
  });
  addEventListener("visibilitychange", () => {
    hurry();
    if (!document.hidden) void look().catch(() => {}); // then by the next one
  });
  addEventListener("pagehide", () => hurry());
}
