// What happened, in words. Pure: the words of one event follow from the event alone.
import type { Event, EventPart } from "../api/types";
import { to } from "../router";
import { type Key, type Language, languages, list, pattern, sentence, t } from "../words";
import { holderOf } from "./holder";
import { projectTitle } from "./projects";
import { briefTime, untilTime } from "./time";

/** What was one way and is another; either may be missing. */
export interface Note {
  /** What it is about; "" when the sentence has said so. */
  label: string;
  was: string;
  is: string;
  /** It is no change, but words that came with it: they stand in `is`. */
  remark?: true;
}

/** One event as a sentence of the catalogue, with {who} and {what} left open: {what} is the item. */
export interface Told {
  key: Key;
  /** What else stands in it. */
  params: Record<string, string | number>;
  notes: Note[];
}

type Fields = Record<string, unknown>;
const fieldsOf = (side: unknown): Fields => (side && typeof side === "object" ? side as Fields : {});

/** What fields are called in a sentence; others follow from these and go without saying. */
const names = {
  summary: "field.summary", title: "field.title", text: "field.text", project_slug: "field.projectSlug", energy: "field.energy", goal: "field.goal",
  focus: "field.focus", next_steps: "field.nextSteps", blocked_reason: "field.blockedReason", resume_step: "field.resumeStep", tried: "field.tried",
  workspace_path: "field.workspacePath", transcript_ref: "field.transcriptRef", also_known: "field.alsoKnown", depends_on: "field.dependsOn", status: "field.status",
  snoozed_until: "field.snoozedUntil", merged_into: "field.mergedInto", slug: "field.slug", description: "field.description",
  repo_url: "field.repoUrl", workspace_paths: "field.workspacePaths", forge_path: "field.forgePath", pinned: "field.pinned",
  archived_at: "field.archivedAt", path: "field.path", kind: "field.kind", due_at: "field.dueAt", next_at: "field.nextAt", rrule: "field.rrule",
  thread_id: "field.threadId", done_at: "field.doneAt", timezone: "field.timezone", stale_days: "field.staleDays", theme: "field.theme",
  text_size: "field.textSize", keys: "field.keys", language: "field.language", focus_minutes: "field.focusMinutes", percent: "field.percent",
  note: "field.note",
} as const satisfies Record<string, Key>;

const nameOfField = (field: string): string => t(names[field as keyof typeof names]);

const isTime = (name: string) => name.endsWith("_at") || name.endsWith("_until");

type ValueKey = Extract<Key, `value.${string}` | `mark.${string}`>;

/** What values of a few kinds are called, wherever they stand. */
const valuesOf = {
  status: { open: "mark.open", blocked: "mark.blocked", done: "mark.done", dismissed: "mark.dismissed" },
  energy: { low: "value.low", medium: "value.medium", high: "value.high" },
  kind: { once: "value.once", daily: "value.daily", weekly: "value.weekly", rrule: "value.rrule", session: "value.session", random: "value.random" },
  theme: { system: "value.system", light: "value.light", dark: "value.dark" },
  text_size: { normal: "value.normal", large: "value.large", larger: "value.larger" },
  language: { browser: "value.browser" },
} as const satisfies Record<string, Record<string, ValueKey>>;

/** The titles of the threads that a change names, by their ids. */
type Titles = Readonly<Record<string, string>>;

const isThread = (name: string) => name === "merged_into" || name === "thread_id" || name === "depends_on";

/** A value as a reader has it; "" for none. */
function show(name: string, value: unknown, titles: Titles = {}): string {
  if (value === null || value === undefined || value === "") return "";
  if (name === "project_slug") return projectTitle(String(value));
  if (name === "percent") return `${String(value)} %`;
  if (name === "energy" && value === "unknown") return "";
  if (name === "language" && String(value) in languages) return languages[value as Language];
  const called = (valuesOf as Record<string, Record<string, ValueKey>>)[name]?.[String(value)];
  if (called) return t(called);
  if (isThread(name)) return [value].flat().map((id) => titles[String(id)] ?? t("common.thread")).join("\n");
  if (isTime(name)) return briefTime(String(value));
  if (typeof value === "boolean") return value ? t("event.yes") : t("event.no");
  if (Array.isArray(value)) return value.map((one) => show("", one)).join("\n");
  if (typeof value === "object") {
    const { what, why_not: why } = value as { what?: string; why_not?: string };
    return what ? [what, why].filter(Boolean).join(": ") : Object.entries(value).map(([key, one]) => `${key}: ${show(key, one)}`).join("\n");
  }
  return String(value);
}

/** Of two lists, what is only in the one or the other: a long list that grew by one item says just that. */
function noteOf(name: string, was: unknown, is: unknown, titles?: Titles, label = ""): Note {
  if (Array.isArray(was) && Array.isArray(is)) {
    const lines = (side: unknown[]) => side.map((one) => show(isThread(name) ? name : "", one, titles));
    const [before, after] = [lines(was), lines(is)];
    const gone = before.filter((line) => !after.includes(line)), come = after.filter((line) => !before.includes(line));
    if (gone.length + come.length > 0) return { label, was: gone.join("\n"), is: come.join("\n") };
  }
  return { label, was: show(name, was, titles), is: show(name, is, titles) };
}

/** What a change consists of. */
type Change = "before" | "after" | "threads";

/** The fields that changed and have a name, in the order of `names`. */
function changed({ before, after, threads }: Pick<Event, Change>): string[] {
  const [was, is] = [fieldsOf(before), fieldsOf(after)];
  return Object.keys(names).filter((name) => (name in was || name in is) && show(name, was[name], threads) !== show(name, is[name], threads));
}

/** What changed, field by field, under the name of each. */
export function notesOf(change: Pick<Event | EventPart, Change>): Note[] {
  const [was, is] = [fieldsOf(change.before), fieldsOf(change.after)];
  return changed(change).map((name) => noteOf(name, was[name], is[name], change.threads, sentence(nameOfField(name))));
}

/** The step that left the plan, where nothing else happened: it was done, or is not needed any more. */
function stepGone(was: Fields, is: Fields, fields: string[]): string | undefined {
  const steps = (side: Fields) => [side.resume_step, side.next_steps].flat().filter(Boolean) as string[];
  const step = steps(was).find((one) => !steps(is).includes(one));
  const rest = steps(was).filter((one) => one !== step);
  return fields.every((name) => /_steps?$/.test(name)) && rest.join("\n") === steps(is).join("\n") ? step : undefined;
}

/** "changed the goal and focus of", with what they were and are. */
function updated(event: Event): Told {
  const fields = changed(event);
  const [was, is] = [fieldsOf(event.before), fieldsOf(event.after)];
  const gone = stepGone(was, is, fields);
  if (gone) return simple("event.stepOff", [{ label: "", was: gone, is: "" }]);
  if (fields.length === 0) return simple("event.changed");
  if (fields.length > 3) return simple("event.changedMany", notesOf(event), { n: fields.length });
  const [only] = fields;
  const named = { fields: list(fields.map(nameOfField)) };
  if (fields.length === 1) {
    const note = noteOf(only!, was[only!], is[only!], event.threads);
    if (only === "project_slug") return note.is ? simple("event.movedTo", [], { project: note.is }) : simple("event.moved");
    if (only === "summary" || only === "title") return simple("event.renamed", [note]);
    return simple(!note.was ? "event.addedField" : !note.is ? "event.removedField" : "event.changedFields", [note], named);
  }
  return simple("event.changedFields", notesOf(event), named);
}

/** One remark under the sentence, if there is something to remark. */
const remark = (words: unknown): Note[] => (typeof words === "string" && words ? [{ label: "", was: "", is: words, remark: true }] : []);

const simple = (key: Key, notes: Note[] = [], params: Told["params"] = {}): Told => ({ key, params, notes });

/** The sentences that are not "changed ...". */
const sentences: Record<string, (after: Fields, before: Fields) => Told> = {
  "thread.created": () => simple("event.threadAdded"),
  "thread.paused": (is) => simple("event.threadPaused", remark(is.resume_step)),
  "thread.blocked": (is) => simple("event.threadBlocked", remark(is.blocked_reason)),
  "thread.done": (is) => simple("event.threadFinished", remark(is.note)),
  "thread.dismissed": (is) => simple("event.threadDismissed", remark(is.note)),
  "thread.reopened": (is) => simple("event.threadReopened", remark(is.note)),
  "thread.snoozed": (is) => (is.snoozed_until ? simple("event.snoozed", [], { time: untilTime(String(is.snoozed_until)) }) : simple("event.unsnoozed")),
  "thread.claimed": (is, was) => {
    const [lease, earlier] = [is.lease, was.lease] as ({ holder: string; expires_at: string } | null | undefined)[];
    return simple(earlier ? "event.tookOver" : "event.started", remark(lease && t("event.heldUntil", { holder: holderOf(lease), time: briefTime(lease.expires_at) })));
  },
  "thread.released": () => simple("event.released"),
  "thread.kept": () => simple("event.kept"),
  "thread.deleted": () => simple("event.threadDeleted"),
  "project.created": () => simple("event.projectRegistered"),
  "project.renamed": (is, was) => simple("event.projectRenamed", [noteOf("slug", was.slug ?? was.title, is.slug ?? is.title)]),
  "project.archived": (is) => simple(is.archived_at ? "event.projectArchived" : "event.projectRestored"),
  "project.deleted": () => simple("event.projectDeleted"),
  "progress.updated": (is, was) => simple("event.fileEdited", "percent" in is ? [noteOf("percent", was.percent, is.percent)] : []),
  "progress.logged": () => simple("event.logged"),
  "page.created": () => simple("event.pageWritten"),
  "page.updated": () => simple("event.pageEdited"),
  "page.moved": (is, was) => simple("event.pageMoved", [noteOf("path", was.path, is.path)]),
  "page.deleted": () => simple("event.pageDeleted"),
  "reminder.created": () => simple("event.reminderSet"),
  "reminder.done": (is) => simple(is.done_at ? "event.reminderDone" : "event.reminderDoneOnce"),
  "reminder.snoozed": (is) => (is.next_at ? simple("event.reminderSnoozed", [], { time: briefTime(String(is.next_at)) }) : simple("event.reminderSnoozedOpen")),
  "reminder.fired": () => simple("event.reminderFired"),
  "reminder.deleted": () => simple("event.reminderDeleted"),
  "reminder.rescheduled": () => simple("event.remindersMoved"),
  "session.created": () => simple("event.sessionRecorded"),
  "session.updated": () => simple("event.sessionUpdated"),
  "import.created": (is) => simple("event.imported", [], { source: String(is.source) }),
  "approval.requested": (is) => simple("event.approvalAsked", remark(is.effect)),
  "approval.approved": (is) => simple("event.approvalGiven", remark(is.effect)),
  "approval.rejected": () => simple("event.approvalRefused"),
  "connector.revoked": (is) => simple("event.connectorRevoked", remark(t(is.reason === "code_reused" ? "event.codeReused" : "event.tokenReused"))),
};

/** What is left of a day that is beyond undo: how much it was, and what was said. */
function compacted({ changes, notes }: NonNullable<Event["compacted"]>): Told {
  return simple("event.compacted", notes.flatMap(({ text }) => remark(text)), { n: changes });
}

/** A merge names the other thread; in that one's own history, it is this one. */
function merged({ subject, after, threads }: Event, within?: string): Told {
  const into = String(fieldsOf(after).merged_into ?? "");
  if (within && within !== subject && within.endsWith(`/${into}`)) return simple("event.mergedHere");
  const other = threads?.[into];
  return other ? simple("event.mergedInto", [], { other }) : simple("event.merged");
}

/** What says nothing to anybody: that no thread is chosen any more. */
export const isNoise = ({ kind, subject, after }: Pick<Event, "kind" | "subject" | "after">): boolean => kind === "settings.updated" && subject.endsWith("/now") && !fieldsOf(after).thread_id;

/** One event as a sentence with notes, also within the history of one item. */
export function told(event: Event, within?: string): Told {
  if (event.compacted) return compacted(event.compacted);
  const [was, is] = [fieldsOf(event.before), fieldsOf(event.after)];
  if (event.undo_of) {
    if (event.after === null) return simple("event.undidCreation");
    return event.before === null ? simple("event.broughtBack") : simple("event.undid", notesOf(event));
  }
  if (event.kind === "thread.merged") return merged(event, within);
  if (event.kind === "settings.updated") {
    if (event.subject.endsWith("/now")) return simple(is.thread_id ? "event.chose" : "event.choseNothing");
    const fields = changed(event).map(nameOfField);
    return fields.length > 0 ? { ...updated(event), ...simple("event.settings", updated(event).notes, { fields: list(fields) }) } : simple("event.setting");
  }
  return sentences[event.kind]?.(is, was) ?? updated(event);
}

const nameOf = ({ actor, source_tool: tool }: Pick<Event, "actor" | "source_tool">): string => (actor === "owner" ? t("common.you") : tool ?? t("common.anAgent"));

/** Who did it: "You", or the agent's name; of a day all of them, the owner first. */
export function actorOf(event: Pick<Event, "actor" | "source_tool" | "compacted">): string {
  if (!event.compacted) return nameOf(event);
  return list([...event.compacted.by].sort((a, b) => +(b.actor === "owner") - +(a.actor === "owner")).map(nameOf));
}

/** What no undo is for: leases, session records, settings, approvals. */
const lasting = /^(thread|project|progress|page|reminder|import)\./;
const passing = ["thread.claimed", "thread.released", "reminder.rescheduled", "reminder.fired"];

/** Whether the hub can take it back, unless something newer stands in the way. */
export const canUndo = ({ kind, undone, beyond_undo: old }: Pick<Event, "kind" | "undone" | "beyond_undo">): boolean => !undone && !old && lasting.test(kind) && !passing.includes(kind);

/** Where the dashboard shows the item of a subject; null: nowhere. */
export function placeOf(subject: string): string | null {
  const [kind, ...rest] = subject.replace(/^hub:\/\//, "").split("/");
  const [first = ""] = rest;
  switch (kind) {
    case "threads": return to("thread", { id: first });
    case "projects": return to("project", { slug: first });
    case "wiki": return to("page", { path: rest.join("/") });
    case "reminders": return to("reminders");
    case "approvals": return to("approvals");
    case "connectors": return to("pane", { pane: "agents" });
    case "settings": return first === "now" ? to("now") : to("settings");
    default: return null;
  }
}

/** What the item is called: its name, else where it is. */
export function itemName({ title, subject }: Pick<Event, "title" | "subject">): string {
  return title || decodeURIComponent(subject.replace(/^hub:\/\/[a-z]+\//, ""));
}

/** An event as one line of plain text: "You finished Order the cable". */
export function line(event: Event): string {
  const { key, params } = told(event);
  const values: Record<string, string | number> = { who: actorOf(event), what: itemName(event), ...params };
  return pattern(key, params.n).replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ""));
}
