// The changes as they happen, over one stream. Everything works without it, only later.
import { effect, signal } from "@preact/signals";
import { address, heard, onWrite, reachable } from "../api/client";

export type LiveState = "live" | "reconnecting" | "offline";

/** "hub://threads/…" and such; null: anything may have changed. */
export type Subject = string | null;

export const live = signal<LiveState>("reconnecting");

const listeners = new Set<(subject: Subject) => void>();
const keepers = new Set<() => void>();
const refusals = new Set<() => void>();

/** Is told what has changed. */
export function onChange(tell: (subject: Subject) => void): () => void {
  listeners.add(tell);
  return () => listeners.delete(tell);
}

const tell = (subject: Subject) => {
  for (const listener of listeners) listener(subject);
};

/** Is told when the stream ends: up to then, nothing has changed unseen. */
export function onLoss(tell: () => void): void {
  keepers.add(tell);
}

/** Is told when the hub does not let the stream begin: the session may have ended with the hub that had it. */
export function onRefusal(tell: () => void): void {
  refusals.add(tell);
}

/** A tab that nobody looks at gives its connection back after this, in milliseconds:
 * browsers have only six for a host over http. */
const rest = 30_000;
const [soonest, latest] = [2_000, 30_000];
/** A hub that starts again is there at the second try. */
const patience = 3;

let stream: EventSource | null = null;
let wait = soonest;
let timer = 0;
let failed = 0; // how often in a row there was no answer
let missed = false; // whether changes may have gone by unseen
let followed = false; // whether none has, until the stream ends
let young = true; // whether nothing was heard since the page was loaded

/** A change is dated a little before it can be read, in milliseconds. */
const slack = 5_000;

/** What was read before the stream was there may have changed meanwhile. */
function ready({ data }: MessageEvent<string>): void {
  const { quiet_ms: quiet } = JSON.parse(data) as { quiet_ms: number };
  if (young && quiet < Date.now() - performance.timeOrigin + slack) tell(null);
  young = false;
}

function open(): void {
  if (stream) return;
  clearTimeout(timer);
  stream = new EventSource(address("/api/events/stream"));
  stream.addEventListener("open", () => {
    live.value = "live";
    reachable.value = true;
    wait = soonest;
    failed = 0;
    if (missed) tell(null);
    missed = false;
    followed = true;
  });
  stream.addEventListener("ready", ready);
  stream.addEventListener("begin", ready); // its former name: a hub of another version says one of them, or both
  stream.addEventListener("change", ({ data }: MessageEvent<string>) => {
    const { subject, also } = JSON.parse(data) as { subject: string; also: number };
    tell(also > 0 ? null : subject); // which others it touched is not told
  });
  stream.addEventListener("problems", () => tell("hub://problems")); // no change of what is kept: it has no subject of its own
  stream.addEventListener("reset", () => tell(null));
  stream.addEventListener("error", () => {
    const closed = stream?.readyState === EventSource.CLOSED; // the hub answered, and refused
    failed = closed ? 0 : failed + 1;
    live.value = navigator.onLine && reachable.peek() && failed < patience ? "reconnecting" : "offline";
    if (!closed) return; // the browser comes back by itself
    close();
    timer = window.setTimeout(open, wait);
    wait = Math.min(wait * 2, latest);
    for (const refused of refusals) refused();
  });
}

function close(): void {
  clearTimeout(timer);
  stream?.close();
  stream = null;
  missed = true;
}

/** A request that gets no answer says that the hub is gone before the stream knows, or that the stream
 * only seems to be there: it is begun anew, and with it the page catches up. */
function followRequests(): void {
  if (!reachable.value) {
    live.value = "offline";
    if (stream?.readyState !== EventSource.OPEN) return; // it is trying already
    close();
    if (!document.hidden) timer = window.setTimeout(open, soonest); // else once somebody looks
  } else if (!stream && live.peek() === "offline" && !document.hidden) {
    live.value = "reconnecting";
    open();
  }
}

/** What is known is as of now. */
function confirm(): void {
  if (!followed) return;
  followed = false;
  heard.value = Date.now();
  for (const keep of keepers) keep();
}

function watchLoss(): () => void {
  let before = live.peek();
  return effect(() => {
    const lost = before === "live" && live.value !== "live";
    before = live.value;
    if (lost) confirm();
  });
}

/** Listens from now on, for as long as somebody looks. */
export function start(): () => void {
  const look = () => {
    clearTimeout(timer);
    if (document.hidden) timer = window.setTimeout(() => { confirm(); close(); }, rest);
    else open();
  };
  const lost = () => { live.value = "offline"; };
  const found = () => {
    close();
    live.value = "reconnecting";
    open();
  };
  look();
  document.addEventListener("visibilitychange", look);
  addEventListener("offline", lost);
  addEventListener("online", found);
  const forget = [
    // Without the stream, a change of one's own is the only one that can be noticed.
    onWrite(() => { if (live.peek() !== "live") tell(null); }),
    effect(followRequests),
    watchLoss(),
  ];
  return () => {
    close();
    document.removeEventListener("visibilitychange", look);
    removeEventListener("offline", lost);
    removeEventListener("online", found);
    for (const end of forget) end();
  };
}
