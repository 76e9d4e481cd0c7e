// Background Sync, where the browser has it: the worker sends what waits once the network is back,
// though the page is closed by then.
import { base } from "../router";
import { tag } from "../worker/waiting";

type Syncing = ServiceWorkerRegistration & { sync?: { register(tag: string): Promise<void> } };

/** Has the worker woken when there is a network. Without it, the page sends when it is next opened. */
export async function wakeLater(): Promise<void> {
  const { serviceWorker: workers } = navigator as { serviceWorker?: ServiceWorkerContainer };
  const registration: Syncing | undefined = await workers?.getRegistration(base.href);
  if (registration?.active) await registration.sync?.register(tag); // refused where the owner does not want it
}
