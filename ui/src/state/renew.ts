// Going over to a newer version of the dashboard. Its file is not part of the first load.
import { base } from "../router";
import { wouldLose } from "./leaving";
import { live } from "./live";
import { say } from "./toasts";
import { going, waiting } from "./version";
import { t } from "../words";

/** How long a waiting version has to take over before the page goes round it, in milliseconds. */
const patience = 3_000;

/** Goes over to the new version. With unsaved text the page stays, unless that may be lost. */
export function renew(losing = false): void {
  if (!losing && wouldLose()) {
    say(t("state.notSavedYet"), { alarm: true, action: { label: t("state.reloadAnyway"), run: () => renew(true) } });
    return;
  }
  going.may = () => losing || !wouldLose(); // with unsaved text the browser asks
  if (!waiting.value) return location.reload();
  waiting.value.postMessage("take over");
  clearTimeout(going.late);
  going.late = window.setTimeout(() => void fetchPast(), patience);
}

/** Fetches the new version past the worker, which comes back with it. Browsers may keep a waiting
 * worker waiting for as long as they believe the one before it to be at work. */
async function fetchPast(): Promise<void> {
  if (live.peek() !== "live" || !going.may()) return; // the files that are held are all there is, or a text is
  const registration = await navigator.serviceWorker.getRegistration(base.href);
  if (await registration?.pushManager?.getSubscription()) { // it would end with the worker
    say(t("state.closeAllWindows"), { alarm: true });
    return;
  }
  await registration?.unregister();
  location.reload();
}
