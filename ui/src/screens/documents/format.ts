// What the buttons above a text do to what is chosen in it, and Enter in a list.

/** A stretch of the text to replace, and what is chosen afterwards. */
export interface Replacement {
  from: number;
  to: number;
  text: string;
  choose: [number, number];
}

export type Format = "bold" | "list" | "task" | "link" | "code";

/** Puts marks around what is chosen, or takes them away again. */
function around(text: string, from: number, to: number, before: string, after = before): Replacement {
  const inside = text.slice(from, to);
  if (text.slice(0, from).endsWith(before) && text.slice(to).startsWith(after)) {
    return { from: from - before.length, to: to + after.length, text: inside, choose: [from - before.length, to - before.length] };
  }
  return { from, to, text: before + inside + after, choose: [from + before.length, to + before.length] };
}

const item = /^(\s*)(?:[-*+] (?:\[[ xX]\] )?)?/;

/** Makes items of the lines that are touched, or plain lines again. */
function lines(text: string, from: number, to: number, mark: string): Replacement {
  const start = text.lastIndexOf("\n", from - 1) + 1;
  const next = text.indexOf("\n", Math.max(from, to - 1));
  const end = next < 0 ? text.length : next;
  const touched = text.slice(start, end).split("\n");
  const all = touched.every((line) => item.exec(line)![0].trimStart() === mark);
  const made = touched.map((line) => line.replace(item, all ? "$1" : `$1${mark}`)).join("\n");
  return from === to
    ? { from: start, to: end, text: made, choose: [Math.max(start, to + made.length - (end - start)), Math.max(start, to + made.length - (end - start))] }
    : { from: start, to: end, text: made, choose: [start, start + made.length] };
}

/** What a button does to text[from..to). */
export function format(kind: Format, text: string, from: number, to: number): Replacement {
  switch (kind) {
    case "bold": return around(text, from, to, "**");
    case "code": return text.slice(from, to).includes("\n") ? around(text, from, to, "```\n", "\n```") : around(text, from, to, "`");
    case "link": return { from, to, text: `[[${text.slice(from, to)}]]`, choose: [from + 2, to + 2] };
    case "list": return lines(text, from, to, "- ");
    case "task": return lines(text, from, to, "- [ ] ");
  }
}

const listed = /^(\s*)(?:([-*+])|(\d{1,9})([.)])) (\[[ xX]\] )?/;

/** What Enter does at a place in a list: the next item begins, with a box if this one has one; an item
 * without words ends the list. null: nothing of its own. */
export function nextItem(text: string, at: number): Replacement | null {
  const start = text.lastIndexOf("\n", at - 1) + 1;
  const found = listed.exec(text.slice(start, at));
  if (!found) return null;
  const [mark, indent = "", bullet, number, dot, box] = found;
  const end = (text + "\n").indexOf("\n", at);
  if (!text.slice(start + mark.length, end).trim()) return { from: start, to: end, text: "", choose: [start, start] };
  const next = `\n${indent}${bullet ?? Number(number) + 1 + dot!} ${box ? "[ ] " : ""}`;
  return { from: at, to: at, text: next, choose: [at + next.length, at + next.length] };
}

/** The text with the box in a line, from 0 on, ticked or not; null when there is none. */
export function ticked(markdown: string, line: number, done: boolean): string | null {
  const all = markdown.split(/(?<=\n|\r(?!\n))/);
  const box = /\[[ \txX]\]/.exec(all[line] ?? "");
  if (!box) return null;
  all[line] = all[line]!.slice(0, box.index) + (done ? "[x]" : "[ ]") + all[line]!.slice(box.index + 3);
  return all.join("");
}
