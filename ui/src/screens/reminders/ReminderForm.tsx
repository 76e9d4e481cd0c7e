// Adding and editing a reminder. The rule stands in words right under its fields.
import { useEffect, useState } from "preact/hooks";
import { add, api } from "../../api/client";
import type { Reminder } from "../../api/types";
import { Button } from "../../parts/Button";
import { ChangedMeanwhile } from "../../parts/ChangedMeanwhile";
import { Field, Select, TextArea } from "../../parts/Field";
import { change } from "../../state/change";
import { resume } from "../../state/drafts";
import { choicesOf, useProjects } from "../../state/projects";
import { useResource } from "../../state/resource";
import { alsoChanged, bodyOf, blank, changesOf, type Draft, draftOf, keep, keptOf, placeOf, rebased, timed, type When } from "./draft";
import { type Choices, dayAt, inWords, type Monthly, monthlies, nameOfDay, ruleInWords, ruleOf, type Unit, weekdays } from "./rule";
import { t } from "../../words";

const whens: readonly { value: When; label: string }[] = [
  { value: "once", get label() { return t("value.once"); } },
  { value: "daily", get label() { return t("value.daily"); } },
  { value: "weekly", get label() { return t("value.weekly"); } },
  { value: "other", get label() { return t("reminders.otherDays"); } },
  { value: "session", get label() { return t("reminders.atTheStartOfA"); } },
  { value: "random", get label() { return t("reminders.atRandom"); } },
  { value: "rrule", get label() { return t("reminders.byARuleRrule"); } },
];

const hints: Partial<Record<When, string>> = {
  get session() { return t("reminders.anAgentThatStartsTo"); },
  get random() { return t("reminders.onAboutOneDayIn"); },
};

/** `reminder` is the one to change; without one a new one is added, whose draft has a name. `onEnd` gets the one that was saved, or null. */
export default function ReminderForm({ reminder, name = "new", first, onEnd }: { reminder?: Reminder; name?: string; first?: Partial<Draft>; onEnd: (saved: Reminder | null) => void }) {
  const id = reminder?.id ?? name;
  const [empty] = useState<Draft>(() => ({ ...blank(), ...first }));
  const now = reminder && draftOf(reminder);
  const { value: draft, base } = now ? rebased(id, now) : { value: keptOf(id) ?? empty };
  const elsewhere = now && base && alsoChanged(base, draft, now);
  useEffect(() => resume(placeOf(id)), [id]);
  const set = (changes: Partial<Draft>) => keep(id, { ...draft, ...changes }, base);
  const [wrong, setWrong] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);

  const save = async () => {
    if (!draft.text.trim()) return setWrong({ text: t("reminders.writeWhatToRemindYou") });
    if (timed(draft.when) && draft.when !== "rrule" && !draft.at) return setWrong({ due_at: t("common.chooseADateAndA") });
    if (draft.when === "rrule" && !draft.rule.trim()) return setWrong({ rrule: t("reminders.writeARuleSuchAs") });
    setWrong({});
    setBusy(true);
    const sent = keptOf(id);
    const answer = await change({
      send: () => (reminder
        ? api.patch("/api/reminders/{id}", { path: { id }, body: changesOf(base!, draft) })
        : add("/api/reminders", { body: bodyOf(draft) })),
      said: reminder ? t("common.saved") : t("reminders.added"),
      refused: (why) => {
        const fields = Object.fromEntries(["text", "due_at", "rrule", "thread_id", "project_slug"].map((name) => [name, why.of(name)]));
        setWrong(Object.values(fields).some(Boolean) ? fields : { all: t("reminders.notSavedSentence", { sentence: why.sentence }) });
      },
    });
    setBusy(false);
    if (!answer) return;
    if (keptOf(id) === sent) keep(id, null); // else it was changed meanwhile
    onEnd(answer.data);
  };

  return (
    <form class="stack wide reminder-form" onSubmit={(e) => { e.preventDefault(); void save(); }}>
      {elsewhere?.text && <ChangedMeanwhile>{reminder!.text}</ChangedMeanwhile>}
      {elsewhere?.time && <ChangedMeanwhile>{inWords(reminder!)}</ChangedMeanwhile>}
      <TextArea label={t("reminders.remindMeTo")} rows={2} autoFocus={!reminder} value={draft.text} onInput={(text) => set({ text })} error={wrong.text ?? ""} />
      <div class="stack">
        <div class="reminder-when">
          <Select label={t("reminders.when")} value={draft.when} onInput={(when) => set({ when: when as When })} options={whens} hint={hints[draft.when]} />
          {timed(draft.when) && (
            <Field label={draft.when === "once" ? t("reminders.dateAndTime") : t("reminders.firstOn")} type="datetime-local" value={draft.at} onInput={(at) => set({ at })} error={wrong.due_at ?? ""} />
          )}
        </div>
        {draft.when === "other" && <Rule choices={draft.choices} at={draft.at} onChange={(choices) => set({ choices })} />}
        {draft.when === "rrule" && (
          <Field label={t("reminders.ruleOfRfc5545")} mono value={draft.rule} placeholder="FREQ=MONTHLY;BYDAY=1MO" onInput={(rule) => set({ rule })} error={wrong.rrule ?? ""} />
        )}
        {skipsMonths(draft) && <p class="meta" role="status">{t("reminders.skipsMonths", { day: dayOf(draft) })}</p>}
        <Words draft={draft} />
      </div>
      <Belongs draft={draft} set={set} wrong={wrong.thread_id || wrong.project_slug || ""} />
      <p class="wrong" role="alert">{wrong.all}</p>
      <div class="line">
        <Button type="submit" kind="ink" busy={busy}>{reminder ? t("common.save") : t("reminders.addReminder")}</Button>
        <Button kind="bare" onClick={() => { keep(id, null); onEnd(null); }}>{reminder ? t("reminders.leaveAsItWas") : t("common.discard")}</Button>
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
  { value: "DAILY", get label() { return t("reminders.days"); } }, { value: "WEEKLY", get label() { return t("reminders.weeks"); } },
  { value: "MONTHLY", get label() { return t("reminders.months"); } }, { value: "YEARLY", get label() { return t("reminders.years"); } },
];

const dayOf = ({ at }: Draft): number => Number(at.slice(8, 10));

/** Whether a month is too short for it. */
const skipsMonths = (draft: Draft): boolean => draft.when === "other" && draft.choices.unit === "MONTHLY" && draft.choices.monthly === "date" && dayOf(draft) > 28;

function Rule({ choices, at, onChange }: { choices: Choices; at: string; onChange: (choices: Choices) => void }) {
  const possible = monthlies(at);
  const monthly = possible.some(({ value }) => value === choices.monthly) ? choices.monthly : choices.monthly === "weekday" ? "lastWeekday" : "weekday";
  const days = choices.days.length > 0 || !at ? choices.days : [dayAt(at)];
  const set = (changes: Partial<Choices>) => onChange({ ...choices, ...changes });
  const [every, setEvery] = useState<string | null>(null); // as it is typed: an empty field is no number
  const count = (typed: string) => {
    setEvery(typed);
    set({ every: Math.min(1000, Math.max(1, Math.trunc(Number(typed)) || 1)) });
  };
  return (
    <>
      <div class="reminder-every">
        <Field label={t("reminders.every")} type="number" inputMode="numeric" value={every ?? String(choices.every)} onInput={count} onBlur={() => setEvery(null)} />
        <Select label={t("reminders.unit")} value={choices.unit} onInput={(unit) => set({ unit: unit as Unit })} options={everyUnit} />
        <Field label={t("reminders.lastDayIfAny")} type="date" value={choices.until} onInput={(until) => set({ until })} />
      </div>
      {choices.unit === "WEEKLY" && (
        <fieldset class="days">
          <legend>{t("reminders.on")}</legend>
          <div>
            {weekdays.map((day) => (
              <label key={day}>
                <input
                  type="checkbox" checked={days.includes(day)} aria-label={nameOfDay(day)}
                  onChange={(e) => set({ days: e.currentTarget.checked ? [...days, day] : days.filter((one) => one !== day) })}
                />
                <span aria-hidden="true">{nameOfDay(day).slice(0, 2)}</span>
              </label>
            ))}
          </div>
        </fieldset>
      )}
      {choices.unit === "MONTHLY" && (
        <Select label={t("reminders.on")} value={monthly} onInput={(on) => set({ monthly: on as Monthly })} options={possible} />
      )}
    </>
  );
}

const open = { query: { status: ["open", "blocked"], limit: 200 } };

function Belongs({ draft: { thread, project }, set, wrong }: { draft: Draft; set: (changes: Partial<Draft>) => void; wrong: string }) {
  const projects = useProjects().data.value ?? [];
  const threads = (useResource("/api/threads", open, { on: ["threads"] }).data.value ?? []).filter((one) => !project || one.project_slug === project || one.id === thread);
  const none = { value: "", label: t("reminders.none") };
  const unlisted = (list: readonly { value: string }[], value: string) => (value && !list.some((one) => one.value === value) ? [{ value, label: t("reminders.thePresentOne") }] : []);
  const [ofProject, ofThread] = [choicesOf(projects), threads.map(({ id, summary }) => ({ value: id, label: summary }))];
  return (
    <div class="reminder-when">
      <Select label={t("common.project")} value={project} onInput={(slug) => set({ project: slug, thread: "" })} options={[none, ...unlisted(ofProject, project), ...ofProject]} />
      <Select
        label={t("common.thread")} value={thread} error={wrong} options={[none, ...unlisted(ofThread, thread), ...ofThread]}
        onInput={(id) => set({ thread: id, project: threads.find((one) => one.id === id)?.project_slug ?? project })}
      />
    </div>
  );
}
