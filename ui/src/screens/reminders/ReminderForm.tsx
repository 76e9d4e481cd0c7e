// Adding and editing a reminder. The rule stands in words right under its fields.
import { useState } from "preact/hooks";
import { api } from "../../api/client";
import type { Reminder } from "../../api/types";
import { Button } from "../../parts/Button";
import { Field, Select, TextArea } from "../../parts/Field";
import { Segmented } from "../../parts/Tabs";
import { change } from "../../state/change";
import { useProjects } from "../../state/projects";
import { useResource } from "../../state/resource";
import { bodyOf, blank, changesOf, type Draft, drafts, draftOf, keep, timed, type When } from "./draft";
import { type Choices, nameOfDay, ruleInWords, ruleOf, type Unit, weekdays } from "./rule";

const whens: readonly { value: When; label: string }[] = [
  { value: "once", label: "Once" },
  { value: "daily", label: "Every day" },
  { value: "weekly", label: "Every week" },
  { value: "other", label: "Other days" },
  { value: "session", label: "At the start of a session" },
  { value: "random", label: "At random" },
  { value: "rrule", label: "By a rule (RRULE)" },
];

const hints: Partial<Record<When, string>> = {
  session: "An agent that starts to work is told, each time, until this is done.",
  random: "On about one day in three, an agent that starts to work is told.",
};

/** `reminder` is the one to change; without one a new one is added. `onEnd` gets the one that was saved, or null. */
export function ReminderForm({ reminder, first, onEnd }: { reminder?: Reminder; first?: Partial<Draft>; onEnd: (saved: Reminder | null) => void }) {
  const id = reminder?.id ?? "new";
  const [began] = useState<Draft>(() => (reminder ? draftOf(reminder) : { ...blank(), ...first }));
  const draft = drafts.value[id] ?? began;
  const set = (changes: Partial<Draft>) => keep(id, { ...draft, ...changes });
  const [wrong, setWrong] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);

  const save = async () => {
    if (!draft.text.trim()) return setWrong({ text: "Write what to remind you of." });
    if (timed(draft.when) && draft.when !== "rrule" && !draft.at) return setWrong({ due_at: "Choose a date and a time." });
    if (draft.when === "rrule" && !draft.rule.trim()) return setWrong({ rrule: "Write a rule, such as FREQ=MONTHLY;BYDAY=1MO." });
    setWrong({});
    setBusy(true);
    const answer = await change({
      send: () => (reminder
        ? api.patch("/api/reminders/{id}", { path: { id }, body: changesOf(began, draft) })
        : api.post("/api/reminders", { body: bodyOf(draft) })),
      said: reminder ? "Saved." : "Added.",
      refused: (why) => {
        const fields = Object.fromEntries(["text", "due_at", "rrule", "thread_id", "project_slug"].map((name) => [name, why.of(name)]));
        setWrong(Object.values(fields).some(Boolean) ? fields : { all: `Not saved. ${why.sentence}` });
      },
    });
    setBusy(false);
    if (!answer) return;
    keep(id, null);
    onEnd(answer.data);
  };

  return (
    <form class="stack wide reminder-form" onSubmit={(e) => { e.preventDefault(); void save(); }}>
      <TextArea label="Remind me to" rows={2} autoFocus={!reminder} value={draft.text} onInput={(text) => set({ text })} error={wrong.text ?? ""} />
      <div class="stack">
        <div class="reminder-when">
          <Select label="When" value={draft.when} onInput={(when) => set({ when: when as When })} options={whens} hint={hints[draft.when]} />
          {timed(draft.when) && (
            <Field label={draft.when === "once" ? "Date and time" : "First on"} type="datetime-local" value={draft.at} onInput={(at) => set({ at })} error={wrong.due_at ?? ""} />
          )}
        </div>
        {draft.when === "other" && <Rule choices={draft.choices} onChange={(choices) => set({ choices })} />}
        {draft.when === "rrule" && (
          <Field label="Rule of RFC 5545" mono value={draft.rule} placeholder="FREQ=MONTHLY;BYDAY=1MO" onInput={(rule) => set({ rule })} error={wrong.rrule ?? ""} />
        )}
        <Words draft={draft} />
      </div>
      <Belongs draft={draft} set={set} wrong={wrong.thread_id || wrong.project_slug || ""} />
      <p class="wrong" role="alert">{wrong.all}</p>
      <div class="line">
        <Button type="submit" kind="ink" busy={busy}>{reminder ? "Save" : "Add reminder"}</Button>
        <Button kind="bare" onClick={() => { keep(id, null); onEnd(null); }}>{reminder ? "Leave as it was" : "Discard"}</Button>
      </div>
    </form>
  );
}

/** The rule in words; nothing where the fields say it all. */
function Words({ draft: { when, at, choices, rule } }: { draft: Draft }) {
  const text = when === "other" ? ruleOf(choices, at) : when === "rrule" ? rule : "";
  const words = text && at ? ruleInWords(text, at, at.slice(11, 16)) : "";
  return <p role="status" class="rule-words">{words}</p>;
}

const everyUnit: readonly { value: Unit; label: string }[] = [
  { value: "DAILY", label: "days" }, { value: "WEEKLY", label: "weeks" }, { value: "MONTHLY", label: "months" }, { value: "YEARLY", label: "years" },
];

function Rule({ choices, onChange }: { choices: Choices; onChange: (choices: Choices) => void }) {
  const set = (changes: Partial<Choices>) => onChange({ ...choices, ...changes });
  return (
    <>
      <div class="reminder-every">
        <Field label="Every" type="number" inputMode="numeric" value={String(choices.every)} onInput={(n) => set({ every: Math.min(1000, Math.max(1, Math.trunc(Number(n)) || 1)) })} />
        <Select label="Unit" value={choices.unit} onInput={(unit) => set({ unit: unit as Unit })} options={everyUnit} />
        <Field label="Last day, if any" type="date" value={choices.until} onInput={(until) => set({ until })} />
      </div>
      {choices.unit === "WEEKLY" && (
        <fieldset class="days">
          <legend>On</legend>
          <div>
            {weekdays.map((day) => (
              <label key={day}>
                <input
                  type="checkbox" checked={choices.days.includes(day)} aria-label={nameOfDay(day)}
                  onChange={(e) => set({ days: e.currentTarget.checked ? [...choices.days, day] : choices.days.filter((one) => one !== day) })}
                />
                <span aria-hidden="true">{nameOfDay(day).slice(0, 2)}</span>
              </label>
            ))}
          </div>
        </fieldset>
      )}
      {choices.unit === "MONTHLY" && (
        <Segmented label="On" value={choices.monthly} onChange={(monthly) => set({ monthly })} options={[{ value: "date", label: "The same date" }, { value: "weekday", label: "The same weekday" }]} />
      )}
    </>
  );
}

const open = { query: { status: ["open", "blocked"], limit: 200 } };

function Belongs({ draft: { thread, project }, set, wrong }: { draft: Draft; set: (changes: Partial<Draft>) => void; wrong: string }) {
  const projects = useProjects().data.value ?? [];
  const threads = (useResource("/api/threads", open, { on: ["threads"] }).data.value ?? []).filter((one) => !project || one.project_slug === project || one.id === thread);
  const none = { value: "", label: "None" };
  const unlisted = (list: readonly { value: string }[], value: string) => (value && !list.some((one) => one.value === value) ? [{ value, label: "The present one" }] : []);
  const [ofProject, ofThread] = [projects.map(({ slug, title }) => ({ value: slug, label: title || slug })), threads.map(({ id, summary }) => ({ value: id, label: summary }))];
  return (
    <div class="reminder-when">
      <Select label="Project" value={project} onInput={(slug) => set({ project: slug, thread: "" })} options={[none, ...unlisted(ofProject, project), ...ofProject]} />
      <Select
        label="Thread" value={thread} error={wrong} options={[none, ...unlisted(ofThread, thread), ...ofThread]}
        onInput={(id) => set({ thread: id, project: threads.find((one) => one.id === id)?.project_slug ?? project })}
      />
    </div>
  );
}
