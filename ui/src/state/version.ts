// Which version of the dashboard this page is. The service worker (worker/sw.ts) holds one
// whole build; a newer one waits beside it until the owner wants it.
import { computed, effect, signal } from "@preact/signals";
import { base } from "../router";
import { trustWorker } from "../trusted";
import { wouldLose } from "./leaving";
import { live } from "./live";
import { say } from "./toasts";
import { t } from "../words";

const waiting = signal<ServiceWorker | null>(null);
const replaced = signal(false); // another tab has taken the new version

/** Whether a newer version than this page is there. */
export const newer = computed(() => waiting.value !== null || replaced.value);

/** A hub that runs for weeks is asked for a new version this often, in milliseconds. */
const often = 3_600_000;

/** How long a waiting version has to take over before the page goes round it, in milliseconds. */
const patience = 3_000;

let wanted = false; // by the owner, on this page
let anyway = false; // also with unsaved text: then the browser asks
let late = 0; // the timer of its patience

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
    clearTimeout(late);
    if (wanted && (anyway || !wouldLose())) return location.reload();
    if (held) replaced.value = true; // the first one takes over a page of its own version
    held = true;
    look();
  });
  follow();
  look();

  let asked = performance.now();
  const ask = () => {
    asked = performance.now();
    void registration.update().catch(() => {}); // the next time, then
  };
  addEventListener("visibilitychange", () => { if (!document.hidden && performance.now() - asked > often) ask(); });
  let before = live.peek();
  effect(() => { // a hub that comes back may be a new one
    if (live.value === "live" && before !== "live" && performance.now() - asked > 1_000) ask();
    before = live.value;
  });
}

/** Goes over to the new version. With unsaved text the page stays, unless that may be lost. */
export function renew(losing = false): void {
  if (!losing && wouldLose()) {
    say(t("state.notSavedYet"), { alarm: true, action: { label: t("state.reloadAnyway"), run: () => renew(true) } });
    return;
  }
  [wanted, anyway] = [true, losing];
  if (!waiting.value) return location.reload();
  waiting.value.postMessage("take over");
  clearTimeout(late);
  late = window.setTimeout(() => void fetchPast(), patience);
}

/** Fetches the new version past the worker, which comes back with it. Browsers may keep a waiting
 * worker waiting for as long as they believe the one before it to be at work. */
async function fetchPast(): Promise<void> {
  if (live.peek() !== "live" || (!anyway && wouldLose())) return; // the files that are held are all there is, or a text is
  const registration = await navigator.serviceWorker.getRegistration(base.href);
  if (await registration?.pushManager?.getSubscription()) { // it would end with the worker
    say(t("state.closeAllWindows"), { alarm: true });
    return;
  }
  await registration?.unregister();
  location.reload();
}
