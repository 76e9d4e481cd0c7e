// Captures that the hub has not taken yet. They are kept in the memory of this page and sent
// when the hub answers again: each under its key, so that one whose answer got lost on the
// way is not added twice.
import { effect, signal } from "@preact/signals";
import { api, reachable } from "../api/client";
import { Refusal } from "../api/refusal";
import { guard } from "./leaving";
import { live } from "./live";
import { signedIn } from "./session";
import { say } from "./toasts";
import { t } from "../words";

export interface Capture {
  summary: string;
  project_slug?: string;
}

export interface Unsent {
  /** Its Idempotency-Key, the same at every try. */
  key: string;
  body: Capture;
}

/** What waits, the oldest first. */
export const unsent = signal<readonly Unsent[]>([]);

guard(() => unsent.value.length > 0);

/** How long after a silence the hub is tried again where nothing else notices it, in milliseconds. */
const pause = 30_000;

let sending = false;
let timer = 0;
let giveBack: (words: Capture, why: string) => void = () => {};

/** Names where a capture goes that the hub does not want as it is. */
export function onRefused(take: typeof giveBack): void {
  giveBack = take;
}

/** Keeps a capture until the hub answers. */
export function keep(one: Unsent): void {
  unsent.value = [...unsent.peek(), one];
  plan();
}

const drop = (one: Unsent) => { unsent.value = unsent.peek().filter((other) => other !== one); };

function plan(): void {
  clearTimeout(timer);
  if (unsent.peek().length > 0) timer = window.setTimeout(() => void flush(), pause);
}

/** Sends what waits, in order, until the hub falls silent again. */
async function flush(): Promise<void> {
  if (sending || !signedIn.peek()) return;
  sending = true;
  let added = 0;
  try {
    for (let one = unsent.peek()[0]; one; one = unsent.peek()[0]) {
      try {
        await api.post("/api/threads", one);
        added++;
      } catch (failure) {
        if (!(failure instanceof Refusal)) throw failure;
        if (failure.offline || failure.status === 401 || failure.status === 503) break;
        giveBack(one.body, failure.of("summary") || failure.sentence);
      }
      drop(one);
    }
  } finally {
    sending = false;
    plan();
  }
  if (added > 0) say(t("state.theNCapturesKeptOn", { n: added }));
}

// Whatever shows first that the hub is back.
effect(() => { if (signedIn.value && (live.value === "live" || reachable.value)) void flush(); });
