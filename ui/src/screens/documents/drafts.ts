// Text of a document that is not saved yet: see state/drafts.ts.
import { draftOf as at, drafts, setDraft } from "../../state/drafts";
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

/** The unsaved text of a document; null when there is none. */
export function draftOf(key: string): Draft | null {
  const draft = at<string, Base>(key);
  return draft ? { text: draft.value, base: draft.base } : null;
}

/** Keeps a text until it is saved; one that says what its base says needs no keeping. */
export function keep(key: string, draft: Draft | null): void {
  setDraft<string, Base>(key, draft && draft.text !== shownText(draft.base.markdown) ? { value: draft.text, base: draft.base } : undefined);
}

/** Takes the drafts along when what they belong to gets another address. One that would replace another stays where it is. */
export function moveDrafts(from: string, to: string): void {
  const all = drafts.peek();
  drafts.value = new Map(Array.from(all, ([name, draft]) => {
    const target = name === from || name.startsWith(from + "/") ? to + name.slice(from.length) : name;
    return [all.has(target) ? name : target, draft];
  }));
}
