import { describe, expect, it } from "vitest";
import type { Event } from "../api/types";
import { canUndo, itemName, line, notesOf, placeOf, told } from "./events";

const event = (kind: string, before: unknown, after: unknown, more: Partial<Event> = {}): Event => ({
  id: "e", at: "2026-05-04T09:30:00.000Z", actor: "agent", source_tool: "codex", via: null, kind, subject: "hub://threads/t1", title: "Order the cable", before, after, undo_of: null, also: 0, undone: false, beyond_undo: false, compacted: null, ...more,
});

/** A compacted day; null is the owner. */
const day = (changes: number, tools: (string | null)[]): Event["compacted"] => ({
  changes, from: "2026-05-04T07:00:00.000Z", notes: [{ at: "2026-05-04T09:30:00.000Z", kind: "thread.done", text: "shipped" }],
  by: tools.map((tool) => ({ actor: tool ? "agent" as const : "owner" as const, source_tool: tool, via: null, kinds: { "thread.updated": 1 } })),
});

describe("an event in words", () => {
  it.each<[string, Event, string]>([
    ["a creation", event("thread.created", null, { summary: "Order the cable" }), "codex added Order the cable"],
    ["by the owner", event("thread.done", { status: "open" }, { status: "done" }, { actor: "owner", source_tool: null, via: null }), "You finished Order the cable"],
    ["by an agent without a name", event("thread.done", {}, {}, { source_tool: null, via: null }), "An agent finished Order the cable"],
    ["one field", event("thread.updated", { goal: "a" }, { goal: "b" }), "codex changed the goal of Order the cable"],
    ["a field that was empty", event("thread.updated", { goal: null }, { goal: "b" }), "codex added the goal of Order the cable"],
    ["a field that is empty now", event("thread.updated", { goal: "a" }, { goal: null }), "codex removed the goal of Order the cable"],
    ["a step that left the plan", event("thread.updated", { next_steps: ["a", "b"] }, { next_steps: ["b"] }), "codex crossed a step off Order the cable"],
    ["the note it was left with", event("thread.updated", { resume_step: "a" }, { resume_step: null }), "codex crossed a step off Order the cable"],
    ["a step that was both", event("thread.updated", { resume_step: "a", next_steps: ["a", "b"] }, { resume_step: null, next_steps: ["b"] }), "codex crossed a step off Order the cable"],
    ["two steps at once", event("thread.updated", { next_steps: ["a", "b", "c"] }, { next_steps: ["c"] }), "codex removed the next steps of Order the cable"],
    ["a step in place of another", event("thread.updated", { next_steps: ["a", "b"] }, { next_steps: ["b", "c"] }), "codex changed the next steps of Order the cable"],
    ["steps in another order", event("thread.updated", { next_steps: ["a", "b", "c"] }, { next_steps: ["c", "b"] }), "codex removed the next steps of Order the cable"],
    ["a note in place of another", event("thread.updated", { resume_step: "a" }, { resume_step: "b" }), "codex changed the point to resume of Order the cable"],
    ["a step and more", event("thread.updated", { next_steps: ["a"], goal: "a" }, { next_steps: [], goal: "b" }), "codex changed the goal and next steps of Order the cable"],
    ["that it is kept", event("thread.kept", { last_activity_at: "1" }, { last_activity_at: "2" }, { actor: "owner", source_tool: null, via: null }), "You kept Order the cable"],
    ["three fields", event("thread.updated", { goal: "a", focus: "b", energy: "low" }, { goal: "b", focus: "c", energy: "high" }), "codex changed the energy, goal and focus of Order the cable"],
    ["many fields", event("thread.updated", { goal: "a", focus: "b", energy: "low", summary: "x" }, { goal: "b", focus: "c", energy: "high", summary: "y" }), "codex changed 4 things in Order the cable"],
    ["a move", event("thread.updated", { project_slug: "inbox" }, { project_slug: "home" }), "codex moved Order the cable to home"],
    ["what follows by itself goes without saying", event("thread.updated", { goal: "a", last_activity_at: "1" }, { goal: "b", last_activity_at: "2" }), "codex changed the goal of Order the cable"],
    ["a first claim", event("thread.claimed", { lease: null }, { lease: { holder: "h", expires_at: "2026-05-04T11:30:00Z" } }), "codex started work on Order the cable"],
    ["a take-over", event("thread.claimed", { lease: { holder: "g", expires_at: "2026-05-04T11:30:00Z" } }, { lease: { holder: "h", expires_at: "2026-05-04T11:30:00Z" } }), "codex took over Order the cable"],
    ["the undo of a change", event("thread.updated", { goal: "b" }, { goal: "a" }, { undo_of: "x" }), "codex undid a change of Order the cable"],
    ["the undo of a creation", event("thread.deleted", { summary: "s" }, null, { undo_of: "x" }), "codex undid the creation of Order the cable"],
    ["the undo of a deletion", event("thread.updated", null, { summary: "s" }, { undo_of: "x" }), "codex brought Order the cable back"],
    ["a setting", event("settings.updated", { theme: "dark" }, { theme: "light" }, { subject: "hub://settings/preferences", title: null }), "codex changed the theme"],
    ["a choice", event("settings.updated", { thread_id: null }, { thread_id: "t1" }, { subject: "hub://settings/now", title: null }), "codex chose what to work on now"],
    ["the end of a reminder", event("reminder.done", { done_at: null }, { done_at: "2026-05-04T09:30:00Z" }), "codex finished the reminder Order the cable"],
    ["one time of a reminder that comes again", event("reminder.done", { next_at: "2026-05-04T09:00:00Z" }, { next_at: "2026-05-11T09:00:00Z" }), "codex finished the reminder Order the cable for this time"],
    ["a day by two", event("thread.compacted", null, null, { compacted: day(12, ["codex", null]) }), "You and codex made 12 changes to Order the cable"],
    ["a day with one change", event("thread.compacted", null, null, { compacted: day(1, ["codex"]) }), "codex made 1 change to Order the cable"],
    ["a connector that somebody else may have", event("connector.revoked", {}, { name: "Claude", client: "claude.ai", reason: "code_reused" }, { title: "Claude", source_tool: null, via: null }), "The connector Claude was revoked"],
    ["a merge", event("thread.merged", { merged_into: null }, { merged_into: "t2" }, { threads: { t2: "Order all cables" } }), "codex merged Order the cable into Order all cables"],
    ["a merge into one that is gone", event("thread.merged", { merged_into: null }, { merged_into: "t2" }), "codex merged Order the cable into another thread"],
    ["a kind nobody has heard of", event("thread.turned", { goal: "a" }, { goal: "b" }), "codex changed the goal of Order the cable"],
  ])("%s", (_, of, words) => expect(line(of)).toBe(words));

  it.each([["threads/t2", "event.mergedHere"], ["threads/t1", "event.mergedInto"]])("says of a merge in the history of %s where it went", (within, key) => {
    expect(told(event("thread.merged", {}, { merged_into: "t2" }, { threads: { t2: "Order all cables" } }), "hub://" + within).key).toBe(key);
  });

  it("shows of a list only what came and went", () => {
    expect(told(event("thread.updated", { next_steps: ["a", "b", "c"] }, { next_steps: ["a", "d", "c"] })).notes).toEqual([{ label: "", was: "b", is: "d" }]);
    expect(told(event("thread.updated", { tried: [] }, { tried: [{ what: "by hand", why_not: "too slow" }] })).notes).toEqual([{ label: "", was: "", is: "by hand: too slow" }]);
    expect(told(event("thread.updated", { next_steps: ["a", "b"] }, { next_steps: ["b", "a"] })).notes).toEqual([{ label: "", was: "a\nb", is: "b\na" }]);
  });

  it("says why a thread was reopened", () => {
    expect(told(event("thread.reopened", { status: "done" }, { status: "open", note: "the table is wrong" })).notes).toEqual([{ label: "", was: "", is: "the table is wrong", remark: true }]);
    expect(told(event("thread.reopened", { status: "done" }, { status: "open" })).notes).toEqual([]);
  });

  it.each([["code_reused", "The code"], ["refresh_token_reused", "One of its tokens"]])("says why a connector was revoked: %s", (reason, begins) => {
    const { notes } = told(event("connector.revoked", {}, { name: "Claude", client: "claude.ai", reason }));
    expect(notes).toEqual([{ label: "", was: "", is: expect.stringMatching(`^${begins}`), remark: true }]);
  });

  it.each<[string, Partial<Event>, string, string]>([
    ["a thread by its title", { before: { merged_into: null }, after: { merged_into: "t2" }, threads: { t2: "Order all cables" } }, "", "Order all cables"],
    ["of those it waits for what came and went", { before: { depends_on: ["t1", "t2"] }, after: { depends_on: ["t2", "t3"] }, threads: { t1: "Measure", t2: "Order", t3: "Pay" } }, "Measure", "Pay"],
    ["a state in the words of its mark", { before: { status: "open" }, after: { status: "blocked" } }, "Open", "Blocked"],
    ["a language in its own words", { before: { language: "browser" }, after: { language: "de" } }, "As the browser asks for", "Deutsch"],
  ])("shows %s", (_, change, was, is) => expect(notesOf({ before: null, after: null, ...change })).toEqual([{ label: expect.any(String), was, is }]));

  it("keeps what was said on a day", () => {
    expect(told(event("thread.compacted", null, null, { compacted: day(2, ["codex"]) })).notes).toEqual([{ label: "", was: "", is: "shipped", remark: true }]);
  });

  it("names the fields of a part", () => {
    expect(notesOf({ before: { goal: "a", version: 1 }, after: { goal: "b", version: 2 } })).toEqual([{ label: "Goal", was: "a", is: "b" }]);
    expect(notesOf({ before: null, after: null })).toEqual([]);
  });
});

it("offers an undo only where the hub has one", () => {
  const able = (kind: string, undone = false, old = false) => canUndo({ kind, undone, beyond_undo: old });
  expect(["thread.done", "project.renamed", "progress.logged", "page.moved", "reminder.done"].map((kind) => able(kind))).toEqual([true, true, true, true, true]);
  expect(["thread.claimed", "thread.released", "reminder.rescheduled", "reminder.fired", "session.created", "settings.updated", "approval.approved", "connector.revoked"].map((kind) => able(kind))).toEqual(Array(8).fill(false));
  expect(able("thread.done", true)).toBe(false);
  expect(able("page.created", false, true)).toBe(false);
});

it("leads to what an event is about", () => {
  const path = (subject: string) => placeOf(subject)?.replace(/^.*\/\/[^/]+/, "");
  expect(path("hub://threads/t1")).toMatch(/threads\/t1$/);
  expect(path("hub://projects/home/progress")).toMatch(/projects\/home$/);
  expect(path("hub://wiki/howto/backups")).toMatch(/wiki\/howto\/backups$/);
  expect(path("hub://connectors/c1")).toMatch(/settings\/agents$/);
  expect(placeOf("hub://sessions/s1")).toBeNull();
  expect(itemName({ title: null, subject: "hub://wiki/howto/backups" })).toBe("howto/backups");
});
