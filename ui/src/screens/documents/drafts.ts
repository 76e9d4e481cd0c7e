// Text that is not saved yet, by document. It lives as long as the page in the browser does:
// going elsewhere in the dashboard loses nothing, and leaving it asks first.
import { effect, signal } from "@preact/signals";
import { shownText } from "./ending";

/** The version a text was made from. */
export interface Base {
  markdown: string;
  /** 0: there was none. */
  rev: number;
  etag: string;
}

export interface Draft {
  text: string;
  base: Base;
}

const drafts = signal<ReadonlyMap<string, Draft>>(new Map());

/** The unsaved text of a document; null when there is none. */
export const draftOf = (key: string): Draft | null => drafts.value.get(key) ?? null;

/** Keeps a text until it is saved; one that says what its base says needs no keeping. */
export function keep(key: string, draft: Draft | null): void {
  const next = new Map(drafts.peek());
  if (draft && draft.text !== shownText(draft.base.markdown)) next.set(key, draft);
  else next.delete(key);
  drafts.value = next;
}

/** Takes the drafts along when what they belong to gets another address. */
export function moveDrafts(from: string, to: string): void {
  drafts.value = new Map(Array.from(drafts.peek(), ([key, draft]) => [
    key === from || key.startsWith(from + "/") ? to + key.slice(from.length) : key, draft,
  ]));
}

const ask = (e: BeforeUnloadEvent) => e.preventDefault();

effect(() => {
  if (drafts.value.size > 0) addEventListener("beforeunload", ask);
  else removeEventListener("beforeunload", ask);
});
