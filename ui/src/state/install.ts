// Whether this browser can make an app of the dashboard, and what stands in the way.
import { computed } from "@preact/signals";
import { done, isIos, offer, standalone } from "./offer";

/** How this page came here, and what shows it. */
export interface Surroundings {
  /** In a window of its own, as an app. */
  standalone: boolean;
  /** The app was added while the page is open. */
  added: boolean;
  /** The browser offers to install it at the press of a button. */
  offered: boolean;
  /** HTTPS, or the hub's own machine. */
  secure: boolean;
  userAgent: string;
  /** More than one finger. */
  touch: boolean;
}

/** in: this is the app. added: it is on this device. offered: one press. insecure: not over
 * plain http. The rest: by the browser's own menu, or not by this browser. */
export type InstallState = "in" | "added" | "offered" | "insecure" | "ios" | "android" | "chromium" | "safari" | "other";

export function stateOf({ standalone, added, offered, secure, userAgent: agent, touch }: Surroundings): InstallState {
  if (standalone) return "in";
  if (!secure) return "insecure";
  if (added) return "added";
  if (offered) return "offered";
  if (isIos(agent, touch)) return "ios";
  if (/Android/.test(agent)) return "android";
  if (/Chrome\//.test(agent)) return "chromium";
  return /Macintosh.*Safari\//.test(agent) ? "safari" : "other";
}

/** Where this browser stands. */
export const installState = computed(() => stateOf({
  standalone: standalone.value, added: done.value, offered: offer.value !== null, secure: isSecureContext,
  userAgent: navigator.userAgent, touch: navigator.maxTouchPoints > 1,
}));

/** Lets the browser ask; an offer holds for one time. */
export async function install(): Promise<void> {
  const asked = offer.peek();
  offer.value = null;
  if ((await asked?.prompt())?.outcome === "accepted") done.value = true;
}

/** Whether a certificate for a host can only be of Caddy's own making: no public authority
 * vouches for it. */
export const isPrivate = (host: string): boolean => {
  const name = host.replace(/:\d+$/, "");
  return !name.includes(".") || /^[\d.]+$/.test(name) || /\.(internal|local|localhost|lan|home|home\.arpa|test)$/.test(name);
};

/** What a Caddyfile says in the place of http://host:port, so that the page comes over HTTPS. */
export function httpsSite(host: string): string {
  const name = host.replace(/:\d+$/, "");
  return isPrivate(host) ? `https://${name} {\n\ttls internal` : `https://${name} {`;
}
