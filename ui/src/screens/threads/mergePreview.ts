import type { Thread } from "../../api/types";
import { mostNames } from "./otherNames";

type Merging = Pick<Thread, "summary" | "also_known" | "goal" | "focus" | "resume_step" | "workspace_path" | "transcript_ref" | "next_steps" | "tried">;

/** Something a thread has after a merge: its own, or taken over from the other. */
export interface Held { text: string; taken: boolean }

export interface Line { label: string; items: Held[] }

const notes = [["goal", "Goal"], ["focus", "Focus"], ["resume_step", "Pick up at"]] as const;
const links = [["workspace_path", "Folder"], ["transcript_ref", "Transcript"]] as const;
const [mostSteps, mostTried] = [3, 50];
/** The longest name, in characters. */
const longest = 200;
/** How many of a long list are shown. */
const few = 5;

const counted = (n: number, one: string) => (n === 1 ? `1 ${one}` : `${n} ${one}s`);
const fold = (text: string) => text.normalize("NFKC").toLowerCase();
const asName = (text: string) => [...text.replace(/\s+/g, " ").trim()].slice(0, longest).join("").trim();

/** What the thread that goes on has after a merge, and what is left to the history. The hub's rule
 * is that one thread takes over from the other what it lacks. */
export function mergePreview(from: Merging, into: Merging): { has: Line[]; left: string[] } {
  const left: string[] = [];
  const text = ([field, label]: (typeof notes | typeof links)[number]): Line => {
    const value = into[field] || from[field];
    if (from[field] && into[field] && from[field] !== into[field]) left.push(`${label}: ${from[field]}`);
    return { label, items: value ? [{ text: value, taken: !into[field] }] : [] };
  };
  const list = (label: string, own: readonly string[], others: readonly string[], most: number, one: string): Line => {
    const fresh = others.filter((item) => !own.includes(item));
    const fit = fresh.slice(0, Math.max(0, most - own.length));
    if (fresh.length > fit.length) left.push(`${counted(fresh.length - fit.length, one)}, as there is no room`);
    const kept = own.length > few ? [`${own.length} of its own`] : own;
    const more = fit.length > few ? [...fit.slice(0, few), `and ${fit.length - few} more`] : fit;
    return { label, items: [...kept.map((text) => ({ text, taken: false })), ...more.map((text) => ({ text, taken: true }))] };
  };
  const tried = (of: Merging) => of.tried.map(({ what, why_not: why }) => (why ? `${what}: ${why}` : what));
  const has = [
    names(from, into, left), ...notes.map(text), list("Next steps", into.next_steps, from.next_steps, mostSteps, "next step"),
    list("Tried, and why not", tried(into), tried(from), mostTried, "attempt"), ...links.map(text),
  ];
  return { has: has.filter(({ items }) => items.length > 0), left };
}

/** The title of the one that ends becomes a name of the other; of too many the oldest go. */
function names(from: Merging, into: Merging, left: string[]): Line {
  const all = into.also_known.map((text) => ({ text, taken: false }));
  for (const text of [...from.also_known, from.summary].map(asName)) {
    if (![into.summary, ...all.map((name) => name.text)].some((known) => fold(known) === fold(text))) all.push({ text, taken: true });
  }
  const over = Math.max(0, all.length - mostNames);
  if (over > 0) left.push(`${counted(over, "older name")}, as there is no room`);
  return { label: "Also known as", items: all.slice(over) };
}
