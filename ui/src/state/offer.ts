// The browser's offer to make an app of the dashboard, which comes early and only once, and what every
// page may ask of the browser.
import { signal } from "@preact/signals";

/** What Chromium offers once it finds the page fit; no standard has it yet. */
interface InstallPrompt extends Event {
  prompt(): Promise<{ outcome: "accepted" | "dismissed" }>;
}

/** The offer, while there is one. */
export const offer = signal<InstallPrompt | null>(null);
/** The app was added while the page is open. */
export const done = signal(false);

const alone = matchMedia("(display-mode: standalone)");
/** The page is in a window of its own, as an app. */
export const standalone = signal(alone.matches);
alone.addEventListener("change", () => { standalone.value = alone.matches; });

/** Whether a browser is one of an iPhone or iPad, which says it is a Mac, but has more than one finger. */
export const isIos = (agent: string, touch: boolean): boolean => /iPhone|iPad|iPod/.test(agent) || (/Macintosh/.test(agent) && touch);

addEventListener("beforeinstallprompt", (e) => {
  e.preventDefault(); // it stands in the settings, and in nobody's way
  offer.value = e as InstallPrompt;
});
addEventListener("appinstalled", () => {
  offer.value = null;
  done.value = true;
});
