// Push on this device: whether the browser has it, the subscription, and what makes it whole again.
import { effect, signal } from "@preact/signals";
import { api } from "../api/client";
import { base } from "../router";
import { deviceId, entryOf, isFor, keyBytes, lastEntered, setEntered } from "../worker/subscription";
import { isIos, standalone } from "./offer";
import { signedIn } from "./session";

/** insecure: not over plain http. homescreen: an iPhone or iPad has it only in the app. missing: not
 * in this browser. denied: the owner has forbidden it there. able: it can be used. */
export type PushState = "insecure" | "homescreen" | "missing" | "denied" | "able";

/** The id of this browser's subscription, as the hub lists it; null: it has none. */
export const thisDevice = signal<string | null>(null);

const hasPush = () => "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

/** How things stand with push in this browser. */
export function pushState(): PushState {
  if (!isSecureContext) return "insecure";
  if (!hasPush()) return !standalone.value && isIos(navigator.userAgent, navigator.maxTouchPoints > 1) ? "homescreen" : "missing";
  return Notification.permission === "denied" ? "denied" : "able";
}

const systems: readonly [RegExp, string][] = [[/iPhone/, "iPhone"], [/iPad/, "iPad"], [/Android/, "Android"], [/Windows/, "Windows"], [/Mac/, "Mac"], [/CrOS/, "ChromeOS"], [/Linux/, "Linux"]];
const browsers: readonly [RegExp, string][] = [[/Firefox|FxiOS/, "Firefox"], [/Edg/, "Edge"], [/OPR/, "Opera"], [/SamsungBrowser/, "Samsung Internet"], [/Chrome|CriOS/, "Chrome"], [/Safari/, "Safari"]];

/** What a device is called from its browser's own words: "Firefox, Android". */
export function deviceName(agent: string): string {
  const first = (of: readonly [RegExp, string][]) => of.find(([what]) => what.test(agent))?.[1];
  return [first(browsers) ?? "Browser", first(systems)].filter(Boolean).join(", ");
}

/** Subscribes this browser and enters it with the hub. It asks the owner, so a press must have led
 * here. It answers null: the owner said no. What else fails is thrown. */
export async function subscribe(): Promise<string | null> {
  if (await Notification.requestPermission() !== "granted") return null;
  return enter((await api.get("/api/notify/push")).data.public_key, deviceName(navigator.userAgent));
}

async function enter(key: string, name: string): Promise<string> {
  const { pushManager } = await navigator.serviceWorker.ready;
  const old = await pushManager.getSubscription();
  if (old && !isFor(old, key)) await old.unsubscribe(); // a browser has one for one key
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: keyBytes(key) });
  const id = await deviceId(subscription.endpoint);
  await api.put("/api/notify/push/devices/{id}", { path: { id }, body: entryOf(subscription, name) });
  await setEntered(base, id).catch(() => {}); // without a store, one that the browser replaces ends when the page is opened
  return thisDevice.value = id;
}

/** Ends the subscription of this browser, if that is the device. The hub is told by the caller. */
export async function unsubscribe(id: string): Promise<void> {
  if (id !== thisDevice.peek()) return;
  await (await (await navigator.serviceWorker.ready).pushManager.getSubscription())?.unsubscribe();
  thisDevice.value = null;
}

/** Looks once whether this browser's subscription is one that the hub knows. One that was made for
 * another key, as of a hub that was restored elsewhere, is made anew; one that the browser has put in
 * the place of another is entered in its place; one that the owner has taken from the list ends here too. */
async function heal(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  const subscription = await registration?.pushManager.getSubscription();
  if (!subscription || Notification.permission !== "granted") return;
  const { public_key: key, devices } = (await api.get("/api/notify/push")).data;
  if (!isFor(subscription, key)) {
    await enter(key, deviceName(navigator.userAgent));
    return;
  }
  const id = await deviceId(subscription.endpoint);
  thisDevice.value = id;
  if (devices.some((one) => one.id === id)) {
    await setEntered(base, id);
    return;
  }
  const was = await lastEntered(base).catch(() => undefined);
  if (!was || was === id) {
    await unsubscribe(id);
    return;
  }
  const old = devices.find((one) => one.id === was);
  if (old) await api.delete("/api/notify/push/devices/{id}", { path: { id: was } }); // first: a full list has no room for both
  await enter(key, old?.name ?? deviceName(navigator.userAgent));
}

/** The badge that messages put on the app goes when the app is looked at. */
const clearBadge = () => { if (!document.hidden) void navigator.clearAppBadge?.().catch(() => {}); };

/** Keeps push on this device whole. Call it once. */
export function keepPush(): void {
  if (!isSecureContext || !hasPush()) return;
  clearBadge();
  addEventListener("visibilitychange", clearBadge);
  let looked = false;
  effect(() => {
    if (!signedIn.value || looked) return;
    looked = true;
    void heal().catch(() => {}); // the settings say how it stands, and the next load tries again
  });
}
