// A line in which the hub has marked what was searched for. The hub sends it as text with
// <mark> and escapes; it becomes nodes here, never markup.
import type { Run } from "../../parts/Marked";

const escapes: Record<string, string> = { "&lt;": "<", "&gt;": ">", "&amp;": "&", "&#34;": '"', "&quot;": '"', "&#39;": "'" };
const plain = (text: string): string => text.replace(/&(?:lt|gt|amp|quot|#34|#39);/g, (found) => escapes[found]!);

/** The pieces of a snippet. */
export function runsOf(snippet: string): Run[] {
  let marked = false;
  const runs: Run[] = [];
  for (const part of snippet.split(/(<\/?mark>)/)) {
    if (part === "<mark>" || part === "</mark>") marked = part === "<mark>";
    else if (part) runs.push({ text: plain(part), marked });
  }
  return runs;
}

/** Leaves out so many characters from the beginning. */
function skip(left: number): (run: Run) => Run[] {
  return ({ text, marked }) => {
    const kept = text.slice(Math.max(0, left));
    left -= text.length;
    return kept ? [{ text: kept, marked }] : [];
  };
}

/**
 * The title of a hit and the line under it. A snippet usually begins with the title: then
 * the title is marked too, and does not stand there twice.
 */
export function titleAndLine(title: string, snippet: string): { title: Run[]; line: Run[] } {
  const runs = runsOf(snippet);
  if (!runs.map(({ text }) => text).join("").startsWith(title)) return { title: [{ text: title, marked: false }], line: runs };
  const [head, tail]: [Run[], Run[]] = [[], []];
  let left = title.length;
  for (const { text, marked } of runs) {
    if (left > 0) head.push({ text: text.slice(0, left), marked });
    if (text.length > left) tail.push({ text: text.slice(Math.max(0, left)), marked });
    left -= text.length;
  }
  if (tail[0]) tail[0] = { ...tail[0], text: tail[0].text.trimStart() };
  const rest = tail.filter(({ text }) => text);
  // A document goes on with its heading, which is the title once more.
  const again = "# " + title;
  return { title: head, line: rest.map(({ text }) => text).join("").startsWith(again) ? rest.flatMap(skip(again.length + 1)) : rest };
}
