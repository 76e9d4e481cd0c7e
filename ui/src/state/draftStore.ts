// Keeps drafts in the browser's own store, and has them again when the page is opened: a tab that was
// closed, or that a phone has put away, takes no text with it. What is saved or discarded leaves the store.
import { batch, computed, effect, signal } from "@preact/signals";
import { base } from "../router";
import { openDatabase } from "../worker/database";
import { nameOf } from "../worker/waiting";
import { type Draft, type Drafts, drafts, onDisk, texts } from "./drafts";

/** A draft as it is stored. */
export interface Stored {
  name: string;
  value: unknown;
  base: unknown;
  /** The address at which it was written, as the browser shows it. */
  where: string;
  /** When it was written, in milliseconds since 1970. */
  at: number;
}

export interface Store {
  all: () => Promise<Stored[]>;
  /** Puts some in their place and takes others out, all or nothing. */
  write: (put: readonly Stored[], gone: readonly string[]) => Promise<void>;
  clear: () => Promise<void>;
}

/** The drafts of another form than this version's are in a database of another name. */
const form = 1;
const database = `${nameOf(base)} drafts ${form}`;

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

/** What was there when the page was opened, by its place. */
const found = signal<ReadonlyMap<string, { stored: Stored; draft: Draft }>>(new Map());

/** What was written before this page was opened, and has not been looked at since; the newest first. */
export const leftOver = computed<readonly Stored[]>(() => [...found.value.values()]
  .filter(({ stored: { name }, draft }) => drafts.value.get(name) === draft)
  .map(({ stored }) => stored).sort((a, b) => b.at - a.at));

/** Says that the text of a place is on the screen again. */
export function resume(name: string): void {
  if (!found.peek().has(name)) return;
  const next = new Map(found.peek());
  next.delete(name);
  found.value = next;
}

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

/** Another page has saved or discarded some. What was only found here goes as well; what was written on here is stored anew. */
function forget(gone: readonly string[]): void {
  const isGone = ([name]: [string, Draft]) => gone.includes(name);
  const isOnlyFound = ([name, draft]: [string, Draft]) => found.peek().get(name)?.draft === draft;
  batch(() => {
    onDisk.value = new Map([...onDisk.peek()].filter((one) => !isGone(one)));
    drafts.value = new Map([...drafts.peek()].filter((one) => !isGone(one) || !isOnlyFound(one)));
  });
  void settle();
}

/** All are gone: whoever used this browser has signed out. */
const empty = () => batch(() => { drafts.value = onDisk.value = new Map(); });

/** Reads what is stored and not known here. */
export async function look(): Promise<void> {
  const news = (await store?.all() ?? []).filter(({ name }) => !drafts.peek().has(name));
  if (news.length === 0) return;
  const of = new Map(news.map((stored) => [stored.name, { stored, draft: { value: stored.value, base: stored.base } }]));
  const added: Drafts = new Map([...of].map(([name, { draft }]) => [name, draft]));
  batch(() => {
    found.value = new Map([...found.peek(), ...of]);
    onDisk.value = new Map([...onDisk.peek(), ...added]);
    drafts.value = new Map([...drafts.peek(), ...added]);
  });
}

/** Drops all drafts, of every page. */
export async function clear(): Promise<void> {
  empty();
  await store?.clear();
  others?.postMessage(null);
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
    void texts.value;
    void settle();
  });
  addEventListener("visibilitychange", () => hurry());
  addEventListener("pagehide", () => hurry());
}
