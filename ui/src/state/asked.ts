// What needs a word more before it is done. One dialog at a time, from the list or the detail.
import { signal } from "@preact/signals";
import type { Thread } from "../api/types";

export interface Asked {
  kind: "pause" | "block" | "snooze" | "merge" | "after";
  thread: Thread;
}

/** What is being asked; null: nothing. */
export const asked = signal<Asked | null>(null);

/** Opens the dialog for one thread. */
export const ask = (kind: Asked["kind"], thread: Thread): void => { asked.value = { kind, thread }; };

export const close = (): void => { asked.value = null; };
