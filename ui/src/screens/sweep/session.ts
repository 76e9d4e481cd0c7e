// One sweep: the threads it began with, and what was decided about them. Pure.
import type { Thread } from "../../api/types";

export type Choice = "keep" | "snooze" | "ask" | "dismiss" | "done";

/** In the order of their keys, from the least to the most final. */
export const choices = ["keep", "snooze", "ask", "dismiss"] as const satisfies readonly Choice[];

export interface Decision {
  thread: Thread;
  choice: Choice;
  /** The event that takes it back, once the hub has taken it; null: it did nothing to take back. */
  event: Promise<string | null>;
  /** Whether it was the thread chosen on Now, and is that no more. */
  chosen?: boolean;
}

export interface Sweep {
  /** Those that are looked at, in this order. */
  all: readonly Thread[];
  /** What was decided, the last one at the end. */
  decided: readonly Decision[];
}

/** What is to be looked at still: somebody may have gone on with one meanwhile, and then it is not quiet any more. */
export function left({ all, decided }: Sweep, quiet: readonly Thread[]): Thread[] {
  const over = new Set(decided.map(({ thread }) => thread.id));
  return all.filter(({ id }) => !over.has(id)).flatMap(({ id }) => quiet.find((one) => one.id === id) ?? []);
}

/** It begins with what is quiet by the first decision: what was known on opening it may be old. */
export const begun = (sweep: Sweep, quiet: readonly Thread[]): Sweep => (sweep.decided.length > 0 ? sweep : { ...sweep, all: quiet });

export const decide = (sweep: Sweep, decision: Decision): Sweep => ({ ...sweep, decided: [...sweep.decided, decision] });

/** As before a decision: its thread comes again where it stood. */
export const without = (sweep: Sweep, decision: Decision): Sweep => ({ ...sweep, decided: sweep.decided.filter((one) => one !== decision) });

/** How often each was chosen, in the order of the keys; what was not is left out. */
export const tally = ({ decided }: Sweep): { choice: Choice; n: number }[] => ([...choices, "done"] as const)
  .map((choice) => ({ choice, n: decided.filter((one) => one.choice === choice).length })).filter(({ n }) => n > 0);
