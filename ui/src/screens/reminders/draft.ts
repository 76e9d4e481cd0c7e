// A reminder as the form has it, and back.
import type { Reminder } from "../../api/types";
import { draftOf as at, same, setDraft } from "../../state/drafts";
import { now, wallTime } from "../../state/time";
import { wireTime } from "../../state/wall";
import { type Choices, choicesOf, plain, ruleOf } from "./rule";

/** The kinds of reminders, and "other": a rule by plain choices. */
export type When = Reminder["kind"] | "other";

export interface Draft {
  text: string;
  when: When;
  /** When it comes first, as the owner's clock shows it. */
  at: string;
  choices: Choices;
  rule: string;
  thread: string;
  project: string;
}

/** What the draft of one to add is called, by the query of the address at which it was begun. */
export const nameOfNew = (query: URLSearchParams): string => `new ${query.toString()}`.trim();

/** What the draft of a reminder is called among all drafts: by its id, or by its name if it is one to add. */
export const placeOf = (id: string): string => `reminders/${id}`;

/** What was typed and not saved. */
export const keptOf = (id: string): Draft | undefined => at<Draft>(placeOf(id))?.value;

/** Keeps it until it is saved, with what it began from. Without a text one to add has nothing to lose. */
export function keep(id: string, draft: Draft | null, base?: Draft): void {
  setDraft(placeOf(id), draft ? { value: draft, base: base ?? { ...draft, text: "" } } : undefined);
}

/** What was typed of a reminder, and what that began from; whatever was left as it was is as the hub has it now. */
export function rebased(id: string, now: Draft): { value: Draft; base: Draft } {
  const draft = at<Draft>(placeOf(id));
  if (!draft) return { value: now, base: now };
  const isMine = (name: keyof Draft) => !same(draft.value[name], draft.base[name]);
  const pick = (of: Draft) => Object.fromEntries((Object.keys(now) as (keyof Draft)[]).map((name) => [name, isMine(name) ? of[name] : now[name]])) as unknown as Draft;
  return { value: pick(draft.value), base: pick(draft.base) };
}

const tomorrow = () => wallTime(now.peek() + 86_400_000).slice(0, 10) + "T09:00";

export const blank = (): Draft => ({ text: "", when: "once", at: tomorrow(), choices: plain, rule: "", thread: "", project: "" });

export function draftOf({ text, kind, due_at: due, rrule, thread_id: thread, project_slug: project }: Reminder): Draft {
  const at = due ? wallTime(Date.parse(due)) : tomorrow();
  const choices = rrule ? choicesOf(rrule, at) : null;
  return { text, when: choices ? "other" : kind, at, choices: choices ?? plain, rule: rrule ?? "", thread: thread ?? "", project: project ?? "" };
}

/** Whether it comes at a time. */
export const timed = (when: When): boolean => when !== "session" && when !== "random";

interface Body {
  text: string;
  kind: Reminder["kind"];
  due_at?: string;
  rrule?: string;
  thread_id: string | null;
  project_slug: string | null;
}

/** What the hub is sent for a whole draft. */
export function bodyOf({ text, when, at, choices, rule, thread, project }: Draft): Body {
  return {
    text: text.trim(),
    kind: when === "other" ? "rrule" : when,
    ...(timed(when) && at && { due_at: wireTime(at) }),
    ...(when === "other" && { rrule: ruleOf(choices, at) }),
    ...(when === "rrule" && { rrule: rule.trim() }),
    thread_id: thread || null,
    project_slug: project || null,
  };
}

/** What the hub is sent to make one draft of another: only what differs, as a time that is
 * sent begins a rule anew. */
export function changesOf(was: Draft, is: Draft): Partial<Body> {
  const before: Record<string, unknown> = { ...bodyOf(was) };
  return Object.fromEntries(Object.entries(bodyOf(is)).filter(([name, value]) => before[name] !== value));
}

const timeOf = (draft: Draft): string => {
  const { kind, due_at: due, rrule } = bodyOf(draft);
  return JSON.stringify([kind, due, rrule]);
};

/** What was changed here and, to something else, elsewhere: saved, the draft replaces that. */
export function alsoChanged(base: Draft, draft: Draft, now: Draft): { text: boolean; time: boolean } {
  const both = (of: (one: Draft) => string) => ![of(base), of(draft)].includes(of(now));
  return { text: both(({ text }) => text), time: both(timeOf) };
}
