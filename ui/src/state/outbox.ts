// Captures that the hub has not taken yet, as every page needs to know of them. state/sender.ts, which
// comes once the page is there, keeps them in the browser's own store and sends them.
import { computed, signal } from "@preact/signals";
import { guard } from "./leaving";
import type { Waiting } from "../worker/waiting";

/** What outlives the page, the oldest first. */
export const stored = signal<readonly Waiting[]>([]);

/** What only this page has: not stored yet, or there is no store. */
export const held = signal<readonly Waiting[]>([]);

/** Those that the hub is being asked to take. They are stored meanwhile: the page may go before the answer comes. */
export const underWay = signal<readonly Waiting[]>([]);

/** All that waits. */
export const unsent = computed(() => [...stored.value, ...held.value]);

/** The id of the hub that is, or was last, at this address; "": nothing is known of any. */
export const home = signal("");

/** What is shown of it: the list, or the question before signing out. */
export const opened = signal<"list" | "leave" | null>(null);

guard(() => held.value.length + underWay.value.length > 0);

/** Keeps a capture while the hub is asked to take it. The result ends that, and says whether the capture waits now. */
export function depart(one: Pick<Waiting, "key" | "body">): (waits: boolean) => void {
  const it = { ...one, since: Date.now(), hub: home.peek() };
  underWay.value = [...underWay.peek(), it];
  return (waits) => {
    if (waits && underWay.peek().includes(it)) held.value = [...held.peek(), it];
    underWay.value = underWay.peek().filter((other) => other !== it);
  };
}
