// What was typed into a small form and not sent yet: it is there again when the reader comes back.
import { useEffect } from "preact/hooks";
import { draftOf, resume, setDraft } from "./drafts";

interface How<T> {
  /** What the hub has, where the form may show that as well: nobody would miss it. Default: `initial`. */
  saved?: T;
  /** It may hold a password or a token: it is not stored. */
  secret?: boolean;
}

type Kept<T> = [T, (value: T | ((now: T) => T)) => void];

/** A state that outlives its component under a name of its own, until it is as at first. While it is on
 * its way to the hub, the next one may be written. A change of what is there by now is given as a
 * function: programs fill several fields in at once. */
export function useKept<T>(name: string, initial: T, how: How<T> = {}): Kept<T> {
  useEffect(() => resume(name), [name]);
  return kept(name, initial, how);
}

/** The same outside of its component. */
export function kept<T>(name: string, initial: T, { saved = initial, secret = false }: How<T> = {}): Kept<T> {
  const now = (draft = draftOf<T>(name)) => (draft && !draft.saving ? draft.value : initial);
  return [now(), (change) => {
    const value = typeof change === "function" ? (change as (now: T) => T)(now()) : change;
    setDraft(name, JSON.stringify(value) === JSON.stringify(initial) ? undefined : { value, base: saved, secret });
  }];
}
