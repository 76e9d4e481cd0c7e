// Captures that wait in the browser for the hub, and how they are sent: by the page, and by the
// worker when the page is closed. Both import it, so it knows nothing of either.
import { openDatabase } from "./database";
import { nameOf } from "./name";

/** What POST /api/threads takes of a capture. */
export interface Capture {
  summary: string;
  project_slug?: string;
  goal?: string;
  next_steps?: string[];
}

export interface Waiting {
  /** Its Idempotency-Key, the same at every try. */
  key: string;
  body: Capture;
  /** When it was written, in milliseconds since 1970. They are sent in this order. */
  since: number;
  /** The id of the hub it is for; "": nothing is known of any, so it is for the one that answers. */
  hub: string;
}

/** Where they wait. */
export interface Store {
  all(): Promise<Waiting[]>;
  put(one: Waiting): Promise<void>;
  remove(keys: readonly string[]): Promise<void>;
  /** The id of the hub that was last seen here; "": none. A page that is opened without the hub asks for it. */
  hub(): Promise<string>;
  setHub(id: string): Promise<void>;
}

/** The tag under which the browser wakes the worker once the network is back. */
export const tag = "captures";

export const inOrder = (list: Iterable<Waiting>): Waiting[] => [...list].sort((a, b) => a.since - b.since || (a.key < b.key ? -1 : 1));

/** Opens the store in IndexedDB. It throws where there is none. */
export async function openStore(root: URL): Promise<Store> {
  const { within } = await openDatabase(nameOf(root), { captures: "key", hub: null });
  return {
    all: async () => inOrder(await within<Waiting[]>("captures", "readonly", (store) => store.getAll())),
    put: async (one) => { await within("captures", "readwrite", (store) => store.put(one)); },
    remove: (keys) => within<void>("captures", "readwrite", (store) => { for (const key of keys) store.delete(key); }),
    hub: async () => await within<string | undefined>("hub", "readonly", (store) => store.get("id")) ?? "",
    setHub: async (id) => { await within("hub", "readwrite", (store) => store.put(id, "id")); },
  };
}

/** Lets one page or worker of this browser send at a time. Without locks the keys protect. */
export async function alone(root: URL, act: () => Promise<void>): Promise<void> {
  const { locks } = navigator as { locks?: LockManager };
  await (locks ? locks.request(nameOf(root), act) : act());
}

/** Tells the other pages, and hears from them, that what waits has changed. */
export const channel = (root: URL): BroadcastChannel => new BroadcastChannel(nameOf(root));

interface Answered {
  /** HTTP status; 0: no answer came. */
  status: number;
  data: Record<string, unknown>;
}

async function ask(url: URL, init: RequestInit): Promise<Answered> {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(30_000) });
    return { status: response.status, data: await response.json().catch(() => ({})) as Answered["data"] };
  } catch {
    return { status: 0, data: {} };
  }
}

/** Whether trying again later helps, without anybody's doing. */
const passes = (status: number): boolean => status === 0 || status === 408 || status === 429 || status >= 500;

export interface Outcome {
  sent: Waiting[];
  /** The hub was away or busy: the rest is worth another try. */
  again: boolean;
}

/**
 * Sends what waits for the hub that answers, in order. It stops when the hub falls silent, is busy or
 * wants to be signed in to; what it refuses stays, and `refused` is told why.
 */
export async function sendAll(root: URL, box: Pick<Store, "all" | "remove">, refused: (one: Waiting, status: number, problem: object) => void = () => {}): Promise<Outcome> {
  const out: Outcome = { sent: [], again: false };
  const all = await box.all();
  if (all.length === 0) return out;
  const api = new URL("../api/", root);
  const hub = await ask(new URL("overview", api), { cache: "no-store" }); // at one address another hub may stand by now
  out.again = passes(hub.status);
  if (hub.status !== 200) return out;
  for (const one of all) {
    if (one.hub && one.hub !== hub.data.hub_id) continue;
    const { status, data } = await ask(new URL("threads", api), {
      method: "POST", body: JSON.stringify(one.body),
      headers: { "Content-Type": "application/json", "X-Hub-Request": "1", "Idempotency-Key": one.key },
    });
    if (status >= 200 && status < 300) {
      await box.remove([one.key]);
      out.sent.push(one);
    } else if (status === 401 || passes(status)) {
      out.again = status !== 401;
      return out;
    } else refused(one, status, data);
  }
  return out;
}
