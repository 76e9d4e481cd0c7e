import type { Thread } from "../../api/types";
import { mostNames } from "./otherNames";
import { t } from "../../words";

type Merging = Pick<Thread, "summary" | "also_known" | "goal" | "focus" | "resume_step" | "workspace_path" | "transcript_ref" | "next_steps" | "tried">;

/** Something a thread has after a merge: its own, or taken over from the other. */
export interface Held { text: string; taken: boolean }

export interface Line { label: string; items: Held[] }

const notes = [["goal", "common.goal"], ["focus", "common.focus"], ["resume_step", "common.whereToResume"]] as const;
const links = [["workspace_path", "common.folder"], ["transcript_ref", "common.transcript"]] as const;
const [mostSteps, mostTried] = [3, 50];
/** The longest name, in characters. */
const longest = 200;
/** How many of a long list are shown. */
const few = 5;

const fold = (text: string) => text.normalize("NFKC").toLowerCase();
const asName = (text: string) => [...text.replace(/\s+/g, " ").trim()].slice(0, longest).join("").trim();

/** What the thread that goes on has after a merge, and what is left to the history. The hub's rule
 * is that one thread takes over from the other what it lacks. */
export function mergePreview(from: Merging, into: Merging): { has: Line[]; left: string[] } {
  const left: string[] = [];
  const text = ([field, label]: (typeof notes | typeof links)[number]): Line => {
    const value = into[field] || from[field];
    if (from[field] && into[field] && from[field] !== into[field]) left.push(`${t(label)}: ${from[field]}`);
    return { label: t(label), items: value ? [{ text: value, taken: !into[field] }] : [] };
  };
  const list = (label: string, own: readonly string[], others: readonly string[], most: number, noRoom: "threads.noRoomSteps" | "threads.noRoomTried"): Line => {
    const fresh = others.filter((item) => !own.includes(item));
    const fit = fresh.slice(0, Math.max(0, most - own.length));
    if (fresh.length > fit.length) left.push(t(noRoom, { n: fresh.length - fit.length }));
    const kept = own.length > few ? [t("threads.nOfItsOwn", { n: own.length })] : own;
    const more = fit.length > few ? [...fit.slice(0, few), t("common.andMore", { n: fit.length - few })] : fit;
    return { label, items: [...kept.map((text) => ({ text, taken: false })), ...more.map((text) => ({ text, taken: true }))] };
  };
  const tried = (of: Merging) => of.tried.map(({ what, why_not: why }) => (why ? `${what}: ${why}` : what));
  const has = [
    names(from, into, left), ...notes.map(text), list(t("common.nextSteps"), into.next_steps, from.next_steps, mostSteps, "threads.noRoomSteps"),
    list(t("common.triedAndWhyNot"), tried(into), tried(from), mostTried, "threads.noRoomTried"), ...links.map(text),
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
  if (over > 0) left.push(t("threads.noRoomNames", { n: over }));
  return { label: t("common.alsoKnownAs"), items: all.slice(over) };
}
