// How a browser is entered with the hub for push: by the page, and by the worker when the browser
// replaces a subscription.
import { openDatabase } from "./database";
import { nameOf } from "./name";

/** The id of a subscription: the first twelve characters of the lower-case base32 of its endpoint's SHA-256. */
export async function deviceId(endpoint: string): Promise<string> {
  const sum = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(endpoint)));
  let bits = 0n;
  for (const byte of sum.subarray(0, 8)) bits = bits << 8n | BigInt(byte);
  let id = "";
  for (let i = 0; i < 12; i++) id += "abcdefghijklmnopqrstuvwxyz234567"[Number(bits >> BigInt(59 - 5 * i) & 31n)]!;
  return id;
}

/** What the hub keeps of a subscription, under the name of a device. */
export function entryOf(subscription: PushSubscription, name: string): { name: string; endpoint: string; keys: { p256dh: string; auth: string } } {
  const { endpoint, keys } = subscription.toJSON();
  return { name, endpoint: endpoint!, keys: { p256dh: keys!.p256dh!, auth: keys!.auth! } };
}

/** A public key as browsers take it. */
export const keyBytes = (key: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(key.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));

/** Whether a subscription is made with a key. */
export function isFor(subscription: PushSubscription, key: string): boolean {
  const own = subscription.options.applicationServerKey;
  return own !== null && keyBytes(key).toString() === new Uint8Array(own).toString();
}

const entered = (root: URL) => openDatabase(`${nameOf(root)} push 1`, { entered: null });

/** The id under which this browser was last entered with the hub; undefined: nothing is known of any. A
 * subscription with another id has taken its place. */
export const lastEntered = async (root: URL): Promise<string | undefined> => (await entered(root)).within<string | undefined>("entered", "readonly", (store) => store.get("id"));

/** Keeps the id under which this browser is entered. */
export async function setEntered(root: URL, id: string): Promise<void> {
  await (await entered(root)).within("entered", "readwrite", (store) => store.put(id, "id"));
}
