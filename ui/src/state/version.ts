// Which version of the dashboard this page is. The service worker (worker/sw.ts) holds one
// whole build; a newer one waits beside it until the owner wants it.
import { computed, effect, signal } from "@preact/signals";
import { base } from "../router";
import { trustWorker } from "../trusted";
import { live } from "./live";

/** The worker of a newer version, while it waits. */
export const waiting = signal<ServiceWorker | null>(null);
const replaced = signal(false); // another tab has taken the new version

/** Whether a newer version than this page is there. */
export const newer = computed(() => waiting.value !== null || replaced.value);

/** A hub that runs for weeks is asked for a new version this often, in milliseconds. */
const often = 3_600_000;

/** Whether this page may go over to the newer version, which its owner has to ask for, and the timer of its patience. */
export const going = { may: () => false, late: 0 };

/** Lets the dashboard open without the hub, where the browser allows it: over HTTPS, and on
 * the hub's own machine. Call it once the page is there; it takes nothing from the first load. */
export async function keepFiles(): Promise<void> {
  const { serviceWorker: workers } = navigator as { serviceWorker?: ServiceWorkerContainer };
  if (!isSecureContext || !workers) return;
  let held = workers.controller !== null;
  // The scope holds …/ui as well, which the hub allows; see handler.go.
  const registration = await workers.register(trustWorker(new URL("sw.js", base).href), { scope: base.pathname.slice(0, -1), updateViaCache: "none" }).catch(() => null);
  if (!registration) return; // refused by the browser, or the hub has just gone: all else works without

  const look = () => { waiting.value = workers.controller ? registration.waiting : null; };
  const follow = () => registration.installing?.addEventListener("statechange", look);
  registration.addEventListener("updatefound", follow);
  workers.addEventListener("controllerchange", () => {
    clearTimeout(going.late);
    if (going.may()) return location.reload();
    if (held) replaced.value = true; // the first one takes over a page of its own version
    held = true;
    look();
  });
  follow();
  look();

  let last = performance.now();
  const ask = () => {
    last = performance.now();
    void registration.update().catch(() => {}); // the next time, then
  };
  addEventListener("visibilitychange", () => { if (!document.hidden && performance.now() - last > often) ask(); });
  let before = live.peek();
  effect(() => { // a hub that comes back may be a new one
    if (live.value === "live" && before !== "live" && performance.now() - last > 1_000) ask();
    before = live.value;
  });
}
