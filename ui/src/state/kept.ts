// What was typed into a small form and not sent yet: it is there again when the reader comes
// back. It lives in the page's memory alone.
import { useState } from "preact/hooks";

const kept = new Map<string, unknown>();

/** A state that outlives its component under a name of its own, until it is as at first. A change of
 * what is there by now is given as a function: programs fill several fields in at once. */
export function useKept<T>(name: string, initial: T): [T, (value: T | ((now: T) => T)) => void] {
  const last = () => (kept.has(name) ? kept.get(name) as T : initial);
  const [value, setValue] = useState<T>(last);
  return [value, (change) => {
    const next = typeof change === "function" ? (change as (now: T) => T)(last()) : change;
    if (next === initial) kept.delete(name);
    else kept.set(name, next);
    setValue(() => next);
  }];
}
