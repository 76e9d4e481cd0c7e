// Keeps what waits in IndexedDB and sends it when the hub answers: in order, each under its key, so
// that one whose answer got lost on the way is not added twice, and by one tab at a time. Where there
// is no store, all waits in the memory of the page.
import { batch, computed, effect, signal } from "@preact/signals";
import { heard, reachable, wrote } from "../api/client";
import { Refusal } from "../api/refusal";
import { base } from "../router";
import { alone, channel, inOrder, openStore, sendAll, type Store, type Waiting } from "../worker/waiting";
import { wakeLater } from "./background";
import { live } from "./live";
import { held, home, opened, stored, underWay, unsent } from "./outbox";
import { overview } from "./overview";
import { signedIn } from "./session";
import { say } from "./toasts";
import { t } from "../words";

/** How long after a silence the hub is tried again where nothing else notices it, in milliseconds. */
const pause = 30_000;

/** Why the hub does not want one as it is, by its key. It is not sent again by itself. */
export const refusals = signal<ReadonlyMap<string, string>>(new Map());

/** Whether what waits outlives the page. */
export const durable = signal(false);

/** All that the hub is not known to have. */
export const untaken = computed(() => [...unsent.value, ...underWay.value]);

/** Whether one is for another hub than the one here. */
export const isElsewhere = ({ hub }: Waiting): boolean => hub !== "" && home.value !== "" && hub !== home.value;

let store: Store | null = null;
let others: BroadcastChannel | null = null;
let sending: Promise<void> | null = null;
let timer = 0;

/** Reads what is stored, and tells the other tabs if it was changed here. */
async function look(changed = true): Promise<void> {
  if (store) {
    const all = (await store.all()).filter(({ key }) => underWay.peek().every((one) => one.key !== key));
    const keys = new Set(all.map(({ key }) => key));
    batch(() => {
      stored.value = all;
      if (held.peek().some(({ key }) => keys.has(key))) held.value = held.peek().filter(({ key }) => !keys.has(key));
    });
  }
  if (changed) others?.postMessage(null);
}

/** Stores what only this page has. What cannot be stored stays with it, and is sent from there. */
async function settle(): Promise<void> {
  const mine = held.peek();
  plan();
  if (!store || mine.length === 0) return;
  try {
    for (const one of mine) await store.put({ ...one, hub: one.hub || home.peek() });
  } finally {
    await look();
  }
  void wakeLater().catch(() => {}); // then this page sends, or the next one
}

/** Stores those that are under way now, and takes out those that have arrived since. */
async function note(before: readonly Waiting[], now: readonly Waiting[]): Promise<void> {
  for (const one of now) if (!before.includes(one)) await store?.put(one);
  for (const one of before) if (!now.includes(one) && !held.peek().includes(one)) await store?.remove([one.key]);
}

/** Takes them out, wherever they are. */
export async function remove(keys: readonly string[]): Promise<void> {
  held.value = held.peek().filter(({ key }) => !keys.includes(key));
  await store?.remove(keys);
  await look();
}

/** Takes all out, also what the hub is being asked to take. */
export async function clear(): Promise<void> {
  const keys = untaken.peek().map(({ key }) => key);
  underWay.value = [];
  await remove(keys);
}

/** Has one that was written for another hub sent to this one. */
export async function sendHere(one: Waiting): Promise<void> {
  await put({ ...one, hub: home.peek() });
  await flush();
}

/** Puts one in its place: one that was taken out, or was changed. */
export async function put(one: Waiting): Promise<void> {
  if (!stored.peek().some(({ key }) => key === one.key)) held.value = inOrder([...held.peek().filter(({ key }) => key !== one.key), one]);
  else await store!.put(one).then(() => look());
}

const isDue = (one: Waiting) => !refusals.peek().has(one.key) && !isElsewhere(one);

function plan(): void {
  clearTimeout(timer);
  if (unsent.peek().some(isDue)) timer = window.setTimeout(() => void flush(), pause);
}

/** What this page may send. */
const box: Pick<Store, "all" | "remove"> = {
  async all() {
    await look(false).catch(() => {}); // another tab may have sent some
    return inOrder(unsent.peek()).filter(({ key }) => !refusals.peek().has(key));
  },
  remove,
};

/** Sends what waits until the hub falls silent again; with `all`, also what it refused before. */
export async function flush(all = false): Promise<void> {
  if (!signedIn.peek()) return;
  if (all) refusals.value = new Map();
  if (!unsent.peek().some(isDue)) return;
  await (sending ??= send().finally(() => { sending = null; }));
}

async function send(): Promise<void> {
  let sent = 0;
  try {
    await alone(base, async () => {
      const out = await sendAll(base, box, (one, status, problem) => {
        const why = new Refusal(status, problem);
        const words = why.of("summary") || why.sentence;
        refusals.value = new Map([...refusals.peek(), [one.key, words]]);
        say(t("shell.aKeptCaptureIsNot", { why: words }), { alarm: true, action: { label: t("shell.openIt"), run: () => { opened.value = "list"; } } });
      });
      sent = out.sent.length;
    });
  } finally {
    plan();
  }
  if (sent === 0) return;
  batch(() => {
    reachable.value = true;
    heard.value = Date.now();
  });
  wrote();
  say(t("state.theNCapturesKeptOn", { n: sent }));
}

/** The hub is known by what it says of itself, and remembered for a page that is opened without it. */
function meet(id: string): void {
  if (id === home.peek()) return;
  home.value = id;
  void store?.setHub(id).catch(() => {}); // full: then by the next page
}

let started: Promise<void> | null = null;

/** Begins. What waited from before is sent as well. */
export const start = (open: (root: URL) => Promise<Store> = openStore): Promise<void> => started ??= begin(open);

async function begin(open: (root: URL) => Promise<Store>): Promise<void> {
  store = await open(base).catch(() => null);
  durable.value = store !== null;
  if (store) {
    home.value ||= await store.hub().catch(() => "");
    await look(false).catch(() => {});
    if (typeof BroadcastChannel === "function") {
      others = channel(base);
      others.onmessage = () => void look(false).catch(() => {});
    }
  }
  effect(() => {
    const id = overview().data.value?.hub_id;
    if (id) meet(id);
  });
  let before: readonly Waiting[] = [];
  effect(() => { void note(before, before = underWay.value).catch(() => {}); });
  effect(() => { if (held.value.length > 0) void settle().catch(() => {}); });
  // Whatever shows first that the hub is back.
  effect(() => { if (signedIn.value && (live.value === "live" || reachable.value)) void flush(); });
  addEventListener("online", () => void flush());
}
