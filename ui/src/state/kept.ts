// What was typed into a small form and not sent yet: it is there again when the reader comes
// back. It lives in the page's memory alone, so closing the page asks.
import { signal } from "@preact/signals";
import { same } from "./drafts";
import { guard } from "./leaving";

interface Kept {
  value: unknown;
  /** Whether it is more than what the hub has. */
  typed: boolean;
}

const kept = signal<ReadonlyMap<string, Kept>>(new Map());
guard(() => [...kept.value.values()].some(({ typed }) => typed));

/** A state that outlives its component under a name of its own, until it is as at first. A change of
 * what is there by now is given as a function: programs fill several fields in at once. `saved` is what
 * the hub has, where the form may show that as well: nobody would miss it. */
export function useKept<T>(name: string, initial: T, saved: T = initial): [T, (value: T | ((now: T) => T)) => void] {
  const of = (all: ReadonlyMap<string, Kept>) => (all.has(name) ? all.get(name)!.value as T : initial);
  return [of(kept.value), (change) => {
    const all = new Map(kept.peek());
    const value = typeof change === "function" ? (change as (now: T) => T)(of(all)) : change;
    all.delete(name);
    if (JSON.stringify(value) !== JSON.stringify(initial)) all.set(name, { value, typed: !same(value, saved) });
    kept.value = all;
  }];
}
