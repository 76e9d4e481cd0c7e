// Has drafts stored as soon as there are any: the file that does so is not part of the first load.
import { effect } from "@preact/signals";
import { database, texts } from "./drafts";

let kept: Promise<void> | null = null;

/** Without its file all stays in the page's memory, and closing it asks. */
const keep = (): Promise<void> => kept ??= import("./draftStore").then(({ start }) => start()).catch(() => { kept = null; });

/** The store, with what other pages have put there: for signing out, which asks about all of it. */
export async function openDrafts() {
  await keep();
  return import("./draftStore");
}

/** Whether an earlier page has stored any; a browser that can't tell may have some. */
async function mayHold(): Promise<boolean> {
  const { indexedDB: all } = globalThis as { indexedDB?: Partial<IDBFactory> };
  const known = await all?.databases?.().catch(() => null);
  return !known || known.some(({ name }) => name === database);
}

/** Begins: answers once what is stored is known. */
export async function keepDrafts(): Promise<void> {
  effect(() => { if (texts.value.size > 0) void keep(); });
  if (await mayHold()) await keep();
}
