import { describe, expect, it, vi } from "vitest";

vi.mock("../../state/preferences", async () => {
  const { signal } = await import("@preact/signals");
  return { zone: signal<string | undefined>("Europe/Berlin") };
});

import type { AgentDay, Event, Reminder, SessionRecord, Thread } from "../../api/types";
import { wallTime } from "../../state/time";
import { entriesOf, type Known } from "./day";

const at = (clock: string) => Date.parse(clock + "+01:00");
const [from, end] = [at("2026-11-26T00:00"), at("2026-11-28T00:00")];
const iso = (clock: string) => new Date(at(clock)).toISOString();
const now = at("2026-11-26T10:24");

/** What stands on the two days, as "26 09:00 due". */
const shown = (known: Known) => entriesOf(known, now, from, end).map(({ at, kind }) => `${wallTime(at).slice(8).replace("T", " ")} ${kind}`);
const reminder = (given: Partial<Reminder>) => ({ id: "r", kind: "once", rrule: null, ...given }) as Reminder;
const thread = (given: object) => ({ id: "t", summary: "Rack", snoozed_until: null, ...given }) as Thread;

describe("on the day stands", () => {
  it.each<[string, Known, string[]]>([
    ["nothing", {}, []],
    ["a reminder that waits, and one to come", { reminders: [reminder({ next_at: iso("2026-11-26T11:30") }), reminder({ next_at: iso("2026-11-26T09:00") })] }, ["26 09:00 due", "26 11:30 next"]],
    ["one that waits for days, at the beginning", { reminders: [reminder({ next_at: iso("2026-11-20T09:00") })] }, ["26 00:00 due"]],
    ["a daily one on both days", { reminders: [reminder({ kind: "daily", due_at: "2026-05-04T10:00:00Z", next_at: iso("2026-11-26T12:00") })] }, ["26 12:00 next", "27 12:00 next"]],
    ["a daily one that waits, and tomorrow", { reminders: [reminder({ kind: "daily", due_at: iso("2026-11-01T09:00"), next_at: iso("2026-11-26T09:00") })] }, ["26 09:00 due", "27 09:00 next"]],
    ["a rule beyond what is known here, by its next time", { reminders: [reminder({ kind: "rrule", rrule: "FREQ=HOURLY", due_at: iso("2026-11-01T09:00"), next_at: iso("2026-11-26T11:00") })] }, ["26 11:00 next"]],
    ["none of those for agents, nor of the day after", { reminders: [reminder({ kind: "session", next_at: iso("2026-11-26T09:00") }), reminder({ next_at: iso("2026-11-28T00:00") })] }, []],
    ["a snooze that ends", { threads: [thread({ snoozed_until: iso("2026-11-26T14:00") }), thread({ snoozed_until: iso("2026-11-26T08:00") }), thread({})] }, ["26 14:00 wakes"]],
    ["a lease from its beginning to its end", { agents: [{ name: "codex", held: [{ id: "t", summary: "CI", held_since: iso("2026-11-26T09:33"), lease: { holder: "codex", expires_at: iso("2026-11-26T11:33") } }] } as unknown as AgentDay] }, ["26 09:33 took", "26 11:33 free"]],
    ["a session of today", { sessions: [{ id: "s", started_at: iso("2026-11-26T08:20"), ended_at: null }, { id: "o", started_at: iso("2026-11-25T08:20"), ended_at: null }] as SessionRecord[] }, ["26 08:20 session"]],
    ["what is done, unless it was taken back", { done: [{ subject: "hub://reminders/r", title: "Call", at: iso("2026-11-26T09:10") }, { subject: "hub://reminders/q", at: iso("2026-11-26T09:20"), undone: true }] as unknown as Event[] }, ["26 09:10 done"]],
  ])("%s", (_, known, want) => expect(shown(known)).toEqual(want));
});
