import { describe, expect, it } from "vitest";
import type { Reminder } from "../../api/types";
import { alsoChanged, blank, bodyOf, changesOf, type Draft, draftOf, keep, rebased } from "./draft";

const weekly = { text: "Water the plants", kind: "rrule", due_at: "2026-05-12T09:30:00.000Z", rrule: "FREQ=WEEKLY;BYDAY=MO", thread_id: null, project_slug: "home" } as Reminder;

describe("what is sent", () => {
  it("of a new one is all of it", () => {
    expect(bodyOf({ ...blank(), text: " Call ", when: "session" })).toEqual({ text: "Call", kind: "session", thread_id: null, project_slug: null });
  });
  it("of a change is only what differs", () => {
    const was = draftOf(weekly);
    expect(was.when).toBe("other");
    expect(changesOf(was, { ...was, text: "Water them" })).toEqual({ text: "Water them" });
    expect(changesOf(was, { ...was, project: "" })).toEqual({ project_slug: null });
    expect(changesOf(was, { ...was, choices: { ...was.choices, every: 2 } })).toEqual({ rrule: "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO" });
    expect(changesOf(was, { ...was, when: "random" })).toEqual({ kind: "random" });
    expect(changesOf(was, was)).toEqual({});
  });
  it("of a rule beyond the choices is its text", () => {
    const draft = draftOf({ ...weekly, rrule: "FREQ=MONTHLY;BYMONTHDAY=-3" });
    expect(draft.when).toBe("rrule");
    expect(bodyOf(draft).rrule).toBe("FREQ=MONTHLY;BYMONTHDAY=-3");
  });
});

describe("a draft of one that is changed elsewhere meanwhile", () => {
  const was = draftOf(weekly);
  it.each<[string, Partial<Draft>, Partial<Draft>, Partial<ReturnType<typeof bodyOf>>]>([
    ["has what was written, and the rest as it is now", { text: "Water them" }, { project: "garden" }, { text: "Water them" }],
    ["says what was written where both were changed", { text: "Water them" }, { text: "Water the trees" }, { text: "Water them" }],
    ["says nothing where nothing was written", {}, { text: "Water the trees", project: "garden" }, {}],
  ])("%s", (_, written, there, sent) => {
    keep("r1", { ...was, ...written }, was);
    const now = { ...was, ...there };
    const { value, base } = rebased("r1", now);
    expect(value).toEqual({ ...now, ...written });
    expect(changesOf(base, value)).toEqual(sent);
    expect(base.text).toBe(written.text ? was.text : now.text);
  });
});

describe("what is changed elsewhere, too", () => {
  const was = draftOf(weekly);
  const every = (n: number) => ({ choices: { ...was.choices, every: n } });
  it.each<[string, Partial<Draft>, Partial<Draft>, ReturnType<typeof alsoChanged>]>([
    ["the text", { text: "Water them" }, { text: "Water the trees" }, { text: true, time: false }],
    ["the hour", { at: "2026-05-12T08:00" }, { at: "2026-05-12T20:00" }, { text: false, time: true }],
    ["the hour here and how often there, which both stay", { at: "2026-05-12T08:00" }, every(2), { text: false, time: false }],
    ["both to the same", every(2), every(2), { text: false, time: false }],
    ["something else", { text: "Water them" }, { ...every(2), project: "garden" }, { text: false, time: false }],
  ])("%s", (_, written, there, want) => {
    keep("r2", { ...was, ...written }, was);
    const now = { ...was, ...there };
    const { value, base } = rebased("r2", now);
    expect(alsoChanged(base, value, now)).toEqual(want);
  });
});
