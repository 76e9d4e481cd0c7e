// What happened, in words. Pure: the words of one event follow from the event alone.
import type { Event, EventPart } from "../api/types";
import { to } from "../router";
import { projectTitle } from "./projects";
import { briefTime } from "./time";

/** What was one way and is another; either may be missing. */
export interface Note {
  /** What it is about; "" when the sentence has said so. */
  label: string;
  was: string;
  is: string;
  /** It is no change, but words that came with it: they stand in `is`. */
  remark?: true;
}

/** One event as a sentence: "<who> <verb> <link> <what> <rest>". Without a link the verb needs
 * its item, if only as "it". */
export interface Told {
  verb: string;
  /** Goes between the verb and the item: "of" in "changed the goal of ...". */
  link: string;
  /** What follows the item. */
  rest: string;
  notes: Note[];
}

type Fields = Record<string, unknown>;
const fieldsOf = (side: unknown): Fields => (side && typeof side === "object" ? side as Fields : {});

/** What fields are called in a sentence; others follow from these and go without saying. */
const names: Record<string, string> = {
  summary: "the title", title: "the title", text: "the text", project_slug: "the project", energy: "the energy", goal: "the goal", focus: "the focus",
  next_steps: "the next steps", blocked_reason: "the reason for waiting", resume_step: "the pickup step", tried: "the attempts", workspace_path: "the folder",
  transcript_ref: "the transcript", also_known: "the other names", status: "the status", snoozed_until: "until when it is put off", merged_into: "what it is part of",
  slug: "the address", description: "the description", repo_url: "the repository", workspace_paths: "the folders", forge_path: "the path at the forge",
  pinned: "whether it is pinned", archived_at: "whether it is archived", path: "the path",
  kind: "the kind", due_at: "the time", next_at: "the next time", rrule: "the rule", thread_id: "the thread", done_at: "whether it is done",
  timezone: "the time zone", stale_days: "the days until a thread is quiet", theme: "the theme", text_size: "the size of text", keys: "the keys", focus_minutes: "the timer",
  percent: "the progress", note: "the note",
};

/** A list in a sentence: "a, b and c". */
const list = (words: string[]) => (words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`);

const isTime = (name: string) => name.endsWith("_at") || name.endsWith("_until");

/** A value as a reader has it; "" for none. */
function show(name: string, value: unknown): string {
  if (value === null || value === undefined || value === "") return "";
  if (name === "project_slug") return projectTitle(String(value));
  if (name === "percent") return `${String(value)} %`;
  if (name === "energy" && value === "unknown") return "";
  if (isTime(name)) return briefTime(String(value));
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return value.map((one) => show("", one)).join("\n");
  if (typeof value === "object") {
    const { what, why_not: why } = value as { what?: string; why_not?: string };
    return what ? [what, why].filter(Boolean).join(": ") : Object.entries(value).map(([key, one]) => `${key}: ${show(key, one)}`).join("\n");
  }
  return String(value);
}

/** Of two lists, what is only in the one or the other: a long list that grew by one item says just that. */
function noteOf(name: string, was: unknown, is: unknown, label = ""): Note {
  if (Array.isArray(was) && Array.isArray(is)) {
    const lines = (side: unknown[]) => side.map((one) => show("", one));
    const [before, after] = [lines(was), lines(is)];
    const gone = before.filter((line) => !after.includes(line)), come = after.filter((line) => !before.includes(line));
    if (gone.length + come.length > 0) return { label, was: gone.join("\n"), is: come.join("\n") };
  }
  return { label, was: show(name, was), is: show(name, is) };
}

/** The fields that changed and have a name, in the order of `names`. */
function changed({ before, after }: Pick<Event, "before" | "after">): string[] {
  const [was, is] = [fieldsOf(before), fieldsOf(after)];
  return Object.keys(names).filter((name) => (name in was || name in is) && show(name, was[name]) !== show(name, is[name]));
}

/** What changed, field by field, under the name of each. */
export function notesOf(change: Pick<Event | EventPart, "before" | "after">): Note[] {
  const [was, is] = [fieldsOf(change.before), fieldsOf(change.after)];
  return changed(change).map((name) => noteOf(name, was[name], is[name], heading(names[name]!)));
}

/** A field's name standing alone: "Goal". */
function heading(name: string): string {
  const words = name.replace(/^(the|whether it is) /, "");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** "changed the goal and the focus", with what they were and are. */
function updated(event: Event): Told {
  const fields = changed(event);
  const [was, is] = [fieldsOf(event.before), fieldsOf(event.after)];
  if (fields.length === 0) return { verb: "changed", link: "", rest: "", notes: [] };
  if (fields.length > 3) return { verb: `changed ${fields.length} things`, link: "in", rest: "", notes: notesOf(event) };
  const [only] = fields;
  if (fields.length === 1) {
    const note = noteOf(only!, was[only!], is[only!]);
    if (only === "project_slug") return { verb: "moved", link: "", rest: note.is ? `to ${note.is}` : "", notes: [] };
    if (only === "summary" || only === "title") return { verb: "renamed", link: "", rest: "", notes: [note] };
    const does = !note.was ? "added" : !note.is ? "took out" : "changed";
    return { verb: `${does} ${names[only!]}`, link: "of", rest: "", notes: [note] };
  }
  return { verb: `changed ${list(fields.map((name) => names[name]!))}`, link: "of", rest: "", notes: notesOf(event) };
}

/** One remark under the sentence, if there is something to remark. */
const remark = (words: unknown): Note[] => (typeof words === "string" && words ? [{ label: "", was: "", is: words, remark: true }] : []);

const simple = (verb: string, notes: Note[] = [], link = "", rest = ""): Told => ({ verb, link, rest, notes });

/** The sentences that are not "changed ...". */
const sentences: Record<string, (after: Fields, before: Fields, event: Event) => Told> = {
  "thread.created": () => simple("added"),
  "thread.paused": (is) => simple("paused", remark(is.resume_step)),
  "thread.blocked": (is) => simple("blocked", remark(is.blocked_reason)),
  "thread.done": (is) => simple("finished", remark(is.note)),
  "thread.dismissed": (is) => simple("dismissed", remark(is.note)),
  "thread.reopened": () => simple("reopened"),
  "thread.snoozed": (is) => (is.snoozed_until ? simple("put", [], "", `off until ${briefTime(String(is.snoozed_until))}`) : simple("ended the snooze", [], "of")),
  "thread.claimed": (is, was) => {
    const [lease, earlier] = [is.lease, was.lease] as ({ holder: string; expires_at: string } | null | undefined)[];
    return simple(earlier ? "took" : "started work on", remark(lease && `${lease.holder}, until ${briefTime(lease.expires_at)}`), "", earlier ? "over" : "");
  },
  "thread.released": () => simple("stopped work on"),
  "thread.merged": () => simple("merged", [], "", "into another thread"),
  "thread.deleted": () => simple("deleted"),
  "project.created": () => simple("registered the project"),
  "project.renamed": (is, was) => simple("renamed the project", [noteOf("slug", was.slug ?? was.title, is.slug ?? is.title)]),
  "project.archived": (is) => simple(is.archived_at ? "archived the project" : "took out of the archive"),
  "project.deleted": () => simple("deleted the project"),
  "progress.updated": (is, was) => simple("edited the progress file", "percent" in is ? [noteOf("percent", was.percent, is.percent)] : [], "of"),
  "progress.logged": () => simple("added to the log", [], "of"),
  "page.created": () => simple("wrote the page"),
  "page.updated": () => simple("edited the page"),
  "page.moved": (is, was) => simple("moved the page", [noteOf("path", was.path, is.path)]),
  "page.deleted": () => simple("deleted the page"),
  "reminder.created": () => simple("set the reminder"),
  "reminder.done": (is) => (is.done_at ? simple("finished the reminder") : simple("finished the reminder", [], "", "for this time")),
  "reminder.snoozed": (is) => simple("put the reminder", [], "", is.next_at ? `off until ${briefTime(String(is.next_at))}` : "off"),
  "reminder.deleted": () => simple("deleted the reminder"),
  "reminder.rescheduled": () => simple("moved the times of reminders"),
  "session.created": () => simple("recorded the session"),
  "session.updated": () => simple("recorded more of the session"),
  "approval.requested": (is) => simple("asked for your approval", remark(is.effect)),
  "approval.approved": (is) => simple("approved what was asked for", remark(is.effect)),
  "approval.rejected": () => simple("turned a request down"),
};

/** What is left of a day that is beyond undo: how much it was, and what was said. */
function compacted({ changes, notes }: NonNullable<Event["compacted"]>): Told {
  return { verb: `made ${changes} change${changes === 1 ? "" : "s"}`, link: "to", rest: "", notes: notes.flatMap(({ text }) => remark(text)) };
}

/** One event as a sentence with notes. */
export function told(event: Event): Told {
  if (event.compacted) return compacted(event.compacted);
  const [was, is] = [fieldsOf(event.before), fieldsOf(event.after)];
  if (event.undo_of) {
    if (event.after === null) return simple("undid the creation", [], "of");
    return event.before === null ? simple("brought back") : simple("undid a change", notesOf(event), "of");
  }
  if (event.kind === "settings.updated") {
    if (!event.subject.endsWith("/now")) return { ...updated(event), verb: `changed ${list(changed(event).map((name) => names[name]!)) || "a setting"}`, link: "" };
    return simple(is.thread_id ? "chose what to work on now" : "chose nothing for now");
  }
  return sentences[event.kind]?.(is, was, event) ?? updated(event);
}

const nameOf = ({ actor, source_tool: tool }: Pick<Event, "actor" | "source_tool">): string => (actor === "owner" ? "You" : tool ?? "An agent");

/** Who did it: "You", or the agent's name; of a day all of them, the owner first. */
export function actorOf(event: Pick<Event, "actor" | "source_tool" | "compacted">): string {
  if (!event.compacted) return nameOf(event);
  return list(event.compacted.by.map(nameOf).sort((a, b) => +(b === "You") - +(a === "You")));
}

/** What no undo is for: leases, session records, settings, approvals. */
const lasting = /^(thread|project|progress|page|reminder)\./;
const passing = ["thread.claimed", "thread.released", "reminder.rescheduled"];

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
  const { verb, link, rest } = told(event);
  const named = !/^(settings|approval)\./.test(event.kind);
  return [actorOf(event), verb, named && link, named && itemName(event), rest].filter(Boolean).join(" ");
}
