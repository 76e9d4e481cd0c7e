// Whether this browser is signed in. Signing in happens over the page, which stays as it is below.
import { batch, computed, effect, signal } from "@preact/signals";
import { api, onSessionEnd } from "../api/client";
import { Refusal } from "../api/refusal";
import type { SignInStatus } from "../api/types";
import { moves } from "../router";
import { live, onRefusal } from "./live";
import { refetchAll } from "./resource";
import { say } from "./toasts";
import { t } from "../words";

/** What the hub says of this browser; null before the first answer. */
export const status = signal<SignInStatus | null>(null);

/** Why there is no status; null once there is. */
export const statusError = signal<Refusal | null>(null);

/** Whether the page was opened without the hub: it is shown, and holds nothing yet. */
export const openedOffline = computed(() => !signedIn.value && statusError.value?.status === 0);

/** Whether the owner has signed in since the page was loaded; still true when the session has ended
 * and the form is over the page, which they go back to. */
export const signedIn = signal(false);

/** The sign-in form that is shown, and why; null: none. */
export const signIn = signal<{ why: string } | null>(null);

/** Whether no credential is needed, on the hub's own machine. */
export const development = computed(() => Boolean(status.value?.development_mode && status.value.authenticated));

/** What the owner last signed in with; after the token, the password may be lost. */
export const lastMethod = signal<"password" | "token">("password");

let waiting: { promise: Promise<boolean>; resolve: (signedIn: boolean) => void } | null = null;

/** How long after a silence the hub is asked again, in milliseconds. */
const pause = 5_000;
let timer = 0;

/** Asks the hub whether this browser is signed in, and shows the page or the sign-in form. While it is silent, goes on asking. */
export async function checkSession(): Promise<void> {
  clearTimeout(timer);
  try {
    status.value = (await api.get("/api/auth/status")).data;
  } catch (failure) {
    if (!(failure instanceof Refusal)) throw failure;
    statusError.value = failure;
    if (failure.offline) timer = window.setTimeout(() => void checkSession(), pause);
    return;
  }
  batch(() => {
    if (statusError.peek()) refetchAll();
    statusError.value = null;
    if (status.peek()!.authenticated) {
      signedIn.value = true;
      signIn.value = null;
    } else signIn.value ??= { why: "" };
  });
}

/** Asks the hub again; nothing changes when it does not answer. */
export async function refreshStatus(): Promise<void> {
  const known = await api.get("/api/auth/status").catch(() => null);
  if (known) status.value = known.data;
}

/** Lets the owner sign in again, over the page. Requests that need it at the same time wait together. */
function signInAgain(): Promise<boolean> {
  if (!waiting) {
    let resolve!: (signedIn: boolean) => void;
    const promise = new Promise<boolean>((settle) => { resolve = settle; });
    waiting = { promise, resolve };
    signIn.value ??= { why: t("state.yourSessionHasEndedSign") }; // who has just signed out knows it
    void refreshStatus();
  }
  return waiting.promise;
}

/** Is called by the sign-in form once there is a session. */
export function finishSignIn(said = ""): void {
  batch(() => {
    if (!signedIn.peek()) moves.value++; // as going to a place does
    else refetchAll();
    signIn.value = null;
    signedIn.value = true;
  });
  waiting?.resolve(true);
  waiting = null;
  void refreshStatus();
  if (said) say(said);
}

/** Notices at once when somebody comes back to the page after the session has ended. */
export function watch(): void {
  onSessionEnd(signInAgain);
  const back = async () => {
    if (document.hidden || signIn.peek() || !signedIn.peek()) return;
    await refreshStatus();
    if (!status.peek()?.authenticated && !signIn.peek()) void signInAgain();
  };
  const found = () => { if (statusError.peek()) void checkSession(); };
  document.addEventListener("visibilitychange", back);
  addEventListener("online", found);
  onRefusal(() => void back());
  effect(() => {
    if (live.value === "reconnecting") void back(); // the hub ends the stream with the session
    if (live.value === "live") found();
  });
}
