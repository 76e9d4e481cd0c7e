// What is being written and not saved yet, by its place, such as "threads/0abc/goal". It outlives the
// form: who comes back finds the text as it was. Where the browser has a store (state/draftStore.ts), it
// also outlives the page; where it has none, closing the page asks.
import { computed, signal } from "@preact/signals";
import { base } from "../router";
import { nameOf } from "../worker/name";
import { guard } from "./leaving";
import { signedIn } from "./session";

/** The store. What drafts of another form are in, than those of this version, has another name. */
export const database = `${nameOf(base)} drafts 1`;

export interface Draft<T = unknown, Base = T> {
  /** As it is written now. */
  value: T;
  /** What it began from: a save over anything else would undo somebody's work. */
  base: Base;
  /** On its way to the hub. */
  saving?: boolean;
  /** Why the hub refused it. */
  wrong?: string;
  /** It may hold a password or a token: it stays in memory. */
  secret?: boolean | undefined;
}

export type Drafts = ReadonlyMap<string, Draft>;

/** All of them. */
export const drafts = signal<Drafts>(new Map());

/** Those that the browser's own store has as they are. */
export const onDisk = signal<Drafts>(new Map());

/** Whether two values are the same to a reader. */
export const same = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? "") === JSON.stringify(b ?? "");

/** Those that say something else than the hub does. */
export const unsaved = computed<Drafts>(() => new Map([...drafts.value].filter(([, { value, base }]) => !same(value, base))));

guard(() => [...unsaved.value].some(([name, draft]) => onDisk.value.get(name) !== draft));

/** Those of them that may be stored and shown: nothing secret. */
export const texts = computed<Drafts>(() => new Map([...unsaved.value].filter(([, { secret }]) => !secret)));

/** A draft as it is stored. What is written on is stored anew, under another id: no window writes over another one's. */
export interface Stored {
  id: string;
  place: string;
  value: unknown;
  base: unknown;
  /** The address at which it was written, as the browser shows it. */
  where: string;
  /** When it was written, in milliseconds since 1970. */
  at: number;
}

/** A stored one and what it is called here: by its place, or, beside another of the same place, by a name of its own. */
export interface Left extends Stored {
  name: string;
}

/** What was written before the page was opened, and is neither written on nor on the screen since; the newest first. */
export const leftOver = signal<readonly Left[]>([]);

let signedOut = false;

/** Whether whoever wrote here is gone: what the hub refuses only now comes back to nobody. */
export const isOver = (): boolean => signedOut && !signedIn.peek();

/** Drops all, as whoever wrote them signs out. */
export function forgetDrafts(): void {
  signedOut = true;
  drafts.value = new Map();
  leftOver.value = [];
}

/** Says that the text of a place is on the screen again. */
export function resume(place: string): void {
  if (leftOver.peek().some(({ name }) => name === place)) leftOver.value = leftOver.peek().filter(({ name }) => name !== place);
}

/** The draft of a place; undefined: nothing is being written there. */
export const draftOf = <T, Base = T>(name: string): Draft<T, Base> | undefined => drafts.value.get(name) as Draft<T, Base> | undefined;

/** Sets, or with undefined drops, the draft of a place. */
export function setDraft<T, Base = T>(name: string, draft: Draft<T, Base> | undefined): void {
  if (isOver()) return;
  const next = new Map(drafts.peek());
  if (draft) next.set(name, draft);
  else next.delete(name);
  drafts.value = next;
}
