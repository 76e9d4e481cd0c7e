// A field of a page knows one kind of line end; a document may have another, and keeps it.
import { differences, linesOf } from "./diff";

/** A text as a field shows it. */
export const shownText = (text: string): string => text.replace(/\r\n?/g, "\n");

/** The text to save for what a field says: lines of the document that did not change keep
 * their bytes, new ones end as its first line does. */
export function savedText(text: string, base: string): string {
  if (!base.includes("\r")) return text;
  const before = base.split(/(?<=\n|\r(?!\n))/);
  const lines = linesOf(text);
  const end = /\r\n?|\n/.exec(base)![0];
  let saved = "", done = 0;
  for (const { from, at, till } of [...differences(before.map(shownText), lines), { from: before.length, at: lines.length, till: lines.length }]) {
    saved += before.slice(from - (at - done), from).join("") + lines.slice(at, till).join("").replaceAll("\n", end);
    done = till;
  }
  return saved;
}
