// The service worker: the dashboard opens without the hub. It holds the files of one build
// and nothing else, and never comes between the page and the API.
import { atEveryPlace, fileFor, type Files, type Hints, isHashed, links, page } from "./shell";

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
