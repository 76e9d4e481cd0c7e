// Who is here. Signing in happens over the page, which stays as it is below.
import { batch, computed, effect, signal } from "@preact/signals";
import { api, onSessionEnd } from "../api/client";
import { Refusal } from "../api/refusal";
import type { SignInStatus } from "../api/types";
import { moves } from "../router";
import { live } from "./live";
import { forgetAll, refetchAll } from "./resource";
import { say } from "./toasts";

/** What the hub says of this browser; null before the first answer. */
export const status = signal<SignInStatus | null>(null);

/** Why there is no status; null once there is. */
export const unknown = signal<Refusal | null>(null);

/** Whether the page was opened without the hub: it is shown, and holds nothing yet. */
export const apart = computed(() => !inside.value && unknown.value?.status === 0);

/** Whether somebody has been in since the page was loaded: then there is a page to go back to. */
export const inside = signal(false);

/** The sign-in form that is shown, and why; null: none. */
export const door = signal<{ why: string } | null>(null);

/** Whether no credential is needed, on the hub's own machine. */
export const development = computed(() => Boolean(status.value?.development_mode && status.value.authenticated));

/** What the owner last showed to get in; after the token, the password may be lost. */
export const lastMethod = signal<"password" | "token">("password");

let waiting: { promise: Promise<boolean>; open: (admitted: boolean) => void } | null = null;

/** How long after a silence the hub is asked again, in milliseconds. */
const pause = 5_000;
let timer = 0;

/** Asks the hub who this is, and shows the page or the door. While it is silent, goes on asking. */
export async function enter(): Promise<void> {
  clearTimeout(timer);
  try {
    status.value = (await api.get("/api/auth/status")).data;
  } catch (failure) {
    if (!(failure instanceof Refusal)) throw failure;
    unknown.value = failure;
    if (failure.offline) timer = window.setTimeout(() => void enter(), pause);
    return;
  }
  batch(() => {
    if (unknown.peek()) refetchAll();
    unknown.value = null;
    if (status.peek()!.authenticated) inside.value = true;
    else door.value ??= { why: "" };
  });
}

/** Asks the hub again who this is; nothing changes when it does not answer. */
export async function look(): Promise<void> {
  const known = await api.get("/api/auth/status").catch(() => null);
  if (known) status.value = known.data;
}

/** Lets the owner in again, over the page. Requests that need it at the same time wait together. */
function again(): Promise<boolean> {
  if (!waiting) {
    let open!: (admitted: boolean) => void;
    const promise = new Promise<boolean>((resolve) => { open = resolve; });
    waiting = { promise, open };
    door.value = { why: "Your session has ended. Sign in to go on; the page is as you left it." };
    void look();
  }
  return waiting.promise;
}

/** Is called by the sign-in form once there is a session. */
export function admitted(said = ""): void {
  batch(() => {
    if (!inside.peek()) moves.value++; // whoever comes in arrives somewhere
    else refetchAll();
    door.value = null;
    inside.value = true;
  });
  waiting?.open(true);
  waiting = null;
  void look();
  if (said) say(said);
}

/** Ends this browser's session. */
export async function signOut(): Promise<void> {
  try {
    await api.post("/api/auth/logout");
  } catch (failure) {
    if (!(failure instanceof Refusal)) throw failure;
    say("The hub did not answer, so this browser is still signed in.", { alarm: true, action: { label: "Try again", run: () => void signOut() } });
    return;
  }
  inside.value = false;
  forgetAll();
  door.value = { why: "You are signed out." };
  await enter();
}

/** Notices at once when somebody comes back to the page after the session has ended. */
export function watch(): void {
  onSessionEnd(again);
  const back = async () => {
    if (document.hidden || door.peek() || !inside.peek()) return;
    await look();
    if (!status.peek()?.authenticated && !door.peek()) void again();
  };
  const found = () => { if (unknown.peek()) void enter(); };
  document.addEventListener("visibilitychange", back);
  addEventListener("online", found);
  effect(() => {
    if (live.value === "reconnecting") void back(); // the hub ends the stream with the session
    if (live.value === "live") found();
  });
}
