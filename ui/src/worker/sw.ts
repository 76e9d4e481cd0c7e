// The service worker: the dashboard opens without the hub. It holds the files of one build
// and nothing else, and never comes between the page and the API. It shows what comes by push, and
// sends captures that wait when the network is back.
import { type Data, leadsTo, pressed, shown } from "./push";
import { atEveryPlace, fileFor, type Files, type Hints, isHashed, links, page } from "./shell";
import { deviceId, entryOf, setEntered } from "./subscription";
import { alone, channel, openStore, sendAll, tag } from "./waiting";

declare const self: ServiceWorkerGlobalScope;
/** All by the build, see build/worker.ts. */
declare const __FILES__: [string, string][];
declare const __HINTS__: Hints;
declare const __VERSION__: string;

const files: Files = new Map(__FILES__);
const root = new URL("./", self.location.href); // …/ui/
/** Caches belong to the origin, which may carry more than one hub. */
const mine = `hub ${root.pathname} `;
const name = mine + __VERSION__;

/** Gets a file exactly as it was built: another one means that the hub was renewed meanwhile. */
async function load(file: string, hash: string): Promise<Response> {
  const url = new URL(file, root);
  if (isHashed(file)) { // the version before may have it
    const known = await caches.match(url, { ignoreVary: true });
    if (known) return known;
  }
  const response = await fetch(url, { cache: isHashed(file) ? "default" : "no-cache", integrity: "sha256-" + hash, redirect: "error" });
  if (!response.ok) throw new Error(`${url.pathname} answers ${response.status}`);
  return file === page ? atEveryPlace(response, root) : response;
}

async function fill(): Promise<void> {
  const cache = await caches.open(name);
  try {
    await Promise.all([...files].map(async ([file, hash]) => cache.put(new URL(file, root), await load(file, hash))));
  } catch (failure) {
    await caches.delete(name); // whole or not at all
    throw failure;
  }
}

async function clear(): Promise<void> {
  for (const other of await caches.keys()) {
    if (other.startsWith(mine) && other !== name) await caches.delete(other);
  }
  await self.clients.claim(); // so that the first visit can go on without the hub, too
}

async function answer(file: string, request: Request): Promise<Response> {
  const cache = await caches.open(name);
  const kept = await cache.match(new URL(file, root), { ignoreVary: true });
  if (!kept) return fetch(request); // browsers may throw things out
  if (file !== page) return kept;
  const headers = new Headers(kept.headers);
  headers.set("Link", links(request.url, root, __HINTS__));
  return new Response(await kept.blob(), { headers }); // a stream would keep the worker busy until it is read
}

self.addEventListener("install", (e) => e.waitUntil(fill()));
self.addEventListener("activate", (e) => e.waitUntil(clear()));
self.addEventListener("fetch", (e) => {
  const file = fileFor(e.request, root, files);
  if (file !== null) e.respondWith(answer(file, e.request));
});
// A new version takes over only when the owner says so.
self.addEventListener("message", ({ data }) => {
  if (data === "take over") void self.skipWaiting();
});

type Badged = WorkerNavigator & { setAppBadge?: (n: number) => Promise<void> };
declare const Notification: { maxActions?: number };

async function show(text: string): Promise<void> {
  const { title, options, badge } = shown(text, root, Notification.maxActions ?? 0);
  await self.registration.showNotification(title, options); // before anything that may fail
  await (navigator as Badged).setAppBadge?.(badge).catch(() => {});
}

/** Asks the hub; null: it did not answer. */
const ask = (path: string, init: RequestInit): Promise<Response | null> => fetch(new URL(`../api/${path}`, root), {
  ...init, headers: { "Content-Type": "application/json", "X-Hub-Request": "1" },
}).catch(() => null);

/** Does what the button says. Where that fails, the page comes that says why, and has the button again. */
async function press(action: string, data: Data): Promise<void> {
  const button = pressed(action, data);
  let to = leadsTo(data, root);
  if (button) {
    const answer = await ask("act", { method: "POST", credentials: "omit", body: JSON.stringify({ token: button.token }) });
    if (answer?.ok) return;
    to = new URL(`act#${button.verb}.${button.token}`, root).href;
  }
  await self.clients.openWindow(to);
}

/** Enters the subscription that takes the place of another, under its name. Without a session the hub
 * refuses; the page makes up for it when it is next opened. */
async function renewed(old: PushSubscription | null, now: PushSubscription | null): Promise<void> {
  if (!old) return;
  const fresh = now ?? await self.registration.pushManager.subscribe(old.options as PushSubscriptionOptionsInit);
  const list = await ask("notify/push", { method: "GET" });
  if (!list?.ok) return;
  const { devices } = await list.json() as { devices: { id: string; name: string }[] };
  const id = await deviceId(old.endpoint);
  const known = devices.find((one) => one.id === id);
  if (!known) return;
  const freshId = await deviceId(fresh.endpoint);
  const answer = await ask(`notify/push/devices/${freshId}`, { method: "PUT", body: JSON.stringify(entryOf(fresh, known.name)) });
  if (!answer?.ok) return;
  await ask(`notify/push/devices/${id}`, { method: "DELETE" });
  await setEntered(root, freshId);
}

self.addEventListener("push", (e) => e.waitUntil(show(e.data?.text() ?? "")));
self.addEventListener("notificationclick", (e) => {
  e.notification.close();
  e.waitUntil(press(e.action, e.notification.data as Data));
});
self.addEventListener("pushsubscriptionchange", (e) => {
  const { oldSubscription: old, newSubscription: now } = e as ExtendableEvent & { oldSubscription: PushSubscription | null; newSubscription: PushSubscription | null };
  (e as ExtendableEvent).waitUntil(renewed(old, now).catch(() => {})); // the page heals it
});

/** Sends what waits, as the page would. What it can't, stays for the page, which says why. */
async function sendWaiting(): Promise<void> {
  const store = await openStore(root);
  await alone(root, async () => {
    const { sent, again } = await sendAll(root, store);
    if (sent.length > 0) {
      const pages = channel(root);
      pages.postMessage(null);
      pages.close();
    }
    if (again) throw new Error("the hub does not answer yet"); // the browser tries again, later each time
  });
}

self.addEventListener("sync", (e) => {
  if ((e as ExtendableEvent & { tag: string }).tag === tag) (e as ExtendableEvent).waitUntil(sendWaiting());
});
