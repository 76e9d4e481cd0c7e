// What was typed into a small form and not sent yet: it is there again when the reader comes
// back. It lives in the page's memory alone.
import { useState } from "preact/hooks";

const kept = new Map<string, unknown>();

/** A state that outlives its component under a name of its own, until it is as at first. */
export function useKept<T>(name: string, initial: T): [T, (value: T) => void] {
  const [value, setValue] = useState<T>(() => (kept.has(name) ? kept.get(name) as T : initial));
  return [value, (next) => {
    if (next === initial) kept.delete(name);
    else kept.set(name, next);
    setValue(next);
  }];
}
