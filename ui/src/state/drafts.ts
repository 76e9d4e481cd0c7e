// What is being written and not saved yet. It outlives the place where it is written: who
// comes back finds the text as it was. Only closing the page would lose it; so that asks.
import { effect, signal } from "@preact/signals";

export interface Draft<T = unknown> {
  /** As it is written now. */
  value: T;
  /** What it began from: a save over anything else would undo somebody's work. */
  base: T;
  /** On its way to the hub. */
  saving?: boolean;
  /** Why the hub refused it. */
  wrong?: string;
}

const drafts = signal<ReadonlyMap<string, Draft>>(new Map());

/** Whether two values are the same to a reader. */
export const same = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? "") === JSON.stringify(b ?? "");

/** The draft of a place, such as "threads/0abc/goal"; undefined: nothing is being written there. */
export const draftOf = <T>(key: string): Draft<T> | undefined => drafts.value.get(key) as Draft<T> | undefined;

/** Sets, or with undefined drops, the draft of a place. */
export function setDraft<T>(key: string, draft: Draft<T> | undefined): void {
  const next = new Map(drafts.peek());
  if (draft) next.set(key, draft);
  else next.delete(key);
  drafts.value = next;
}

const ask = (e: BeforeUnloadEvent) => e.preventDefault();

effect(() => {
  const unsaved = [...drafts.value.values()].some(({ value, base }) => !same(value, base));
  if (unsaved) addEventListener("beforeunload", ask);
  else removeEventListener("beforeunload", ask);
});
