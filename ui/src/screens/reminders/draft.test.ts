import { describe, expect, it } from "vitest";
import type { Reminder } from "../../api/types";
import { blank, bodyOf, changesOf, draftOf } from "./draft";

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
