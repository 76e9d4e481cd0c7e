// A reminder by one line: what was understood stands below while it is typed, in words and with its
// next times. What says no time is asked about: nothing is guessed without a word.
import { signal } from "@preact/signals";
import { useEffect, useRef, useState } from "preact/hooks";
import { add } from "../../api/client";
import type { Reminder } from "../../api/types";
import { Button } from "../../parts/Button";
import { Field } from "../../parts/Field";
import { change } from "../../state/change";
import { useKept } from "../../state/kept";
import { clockElsewhere } from "../../state/preferences";
import { dateIn, dayTime, now, relativeTime, wallTime } from "../../state/time";
import { momentOf, wireTime } from "../../state/wall";
import { choicesOf, plain } from "./rule";
import { blank, type Draft } from "./draft";
import type { When } from "./line/read";
import { t } from "../../words";

type Grammar = typeof import("./line/reading");

/** What reads the line. It comes with the first look at the field. */
const grammar = signal<Grammar | null>(null);
const load = async (): Promise<Grammar> => (grammar.value ??= await import("./line/reading"));

interface OneLineProps {
  /** What it begins with, and what it is about. */
  given?: { text: string; thread: string; project: string };
  autoFocus?: boolean;
  /** Another button is the one thing to do on this screen. */
  quiet?: boolean;
  onSaved?: (saved: Reminder) => void;
  /** Shows the form, with what is understood. */
  onCustom: (draft: Draft) => void;
}

const nothing = { text: "", thread: "", project: "" };

/** The same as the form has it. */
function draftOf(text: string, when: When | null, { thread, project }: typeof nothing): Draft {
  const draft = { ...blank(), text, thread, project };
  if (!when) return draft;
  const { kind, at, rrule } = when;
  const choices = rrule ? choicesOf(rrule, at) : null;
  return { ...draft, when: choices ? "other" : kind, at: at || draft.at, choices: choices ?? plain, rule: rrule ?? "" };
}

export function OneLine({ given = nothing, autoFocus = false, quiet = false, onSaved, onCustom }: OneLineProps) {
  const [line, setLine] = useKept(`reminder line ${given.thread} ${given.project} ${given.text}`, given.text);
  const [swapped, setSwapped] = useState(false);
  const [wrong, setWrong] = useState("");
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const offers = useRef<HTMLDivElement>(null);
  useEffect(() => { if (line) load().catch(() => {}); }, []);

  const understand = (by: Grammar, at?: number) => {
    const { text, past, assumed, when, other } = by.readNow(line, at);
    const [meant, else_] = swapped && other ? [other, when] : [when, other];
    return { text, assumed, past, when: past ? null : meant, other: past ? null : else_ };
  };
  const reading = grammar.value && line.trim() ? understand(grammar.value) : null;
  const type = (typed: string) => {
    setLine(typed);
    setSwapped(false);
    setWrong("");
  };

  const save = async (text: string, { at, kind, moment, rrule }: When) => {
    if (!text) return setWrong(t("reminders.writeWhatToRemindYou"));
    setBusy(true);
    const answer = await change({
      send: () => add("/api/reminders", { body: {
        text, kind, thread_id: given.thread || null, project_slug: given.project || null, ...(rrule && { rrule }),
        ...(at && { due_at: moment === undefined ? wireTime(at) : new Date(moment).toISOString() }),
      } }, [line, given, kind, moment === undefined && { at, rrule }]),
      said: t("reminders.added"),
      refused: (why) => setWrong(["text", "due_at", "rrule", "thread_id", "project_slug"].map((name) => why.of(name)).find(Boolean) || t("reminders.notSavedSentence", { sentence: why.sentence })),
    });
    setBusy(false);
    if (!answer) return;
    setLine((now) => now === line ? given.text : now); // the next one may be there already
    setSwapped(false);
    field.current?.focus();
    onSaved?.(answer.data);
  };
  const enter = async () => {
    if (busy) return;
    const by = await load().catch(() => null);
    if (!by) return setWrong(t("parts.didNotLoad"));
    const { text, when } = understand(by, Date.now());
    if (!text) return setWrong(t("reminders.writeWhatToRemindYou"));
    if (when) return void save(text, when);
    requestAnimationFrame(() => offers.current?.querySelector("button")?.focus()); // the question is answered by one more press
  };
  const custom = () => {
    onCustom(draftOf(reading?.text ?? line.trim(), reading?.when ?? null, given));
    type(given.text);
  };

  return (
    <form class="one-line" aria-label={t("reminders.newReminder")} onSubmit={(e) => { e.preventDefault(); void enter(); }} onFocusIn={() => { load().catch(() => {}); }}>
      <div class="one-line-field">
        <Field ref={field} label={t("reminders.inOneLine")} value={line} onInput={type} autoFocus={autoFocus} error={wrong} placeholder={t("reminders.anExample")} />
        <Button type="submit" kind={quiet ? "outlined" : "ink"} busy={busy}>{t("reminders.add")}</Button>
      </div>
      <div class="reads" role="status">
        {reading && (reading.when
          ? <Understood text={reading.text} when={reading.when} assumed={reading.assumed} by={grammar.value!} />
          : <p><strong dir="auto">{reading.text}</strong>{reading.text && ": "}{t(reading.past ? "reminders.thatIsOver" : "reminders.whenThen")}</p>)}
      </div>
      {reading && (!reading.when || reading.other) && (
        <div class="line" ref={offers}>
          {!reading.when && offered().map(({ name, at }) => <Button key={name} onClick={() => void save(reading.text, at)}>{name}</Button>)}
          {reading.other && <Button onClick={() => setSwapped(!swapped)}>{t("reminders.orMeant", { rule: grammar.value!.saidOf(reading.other) })}</Button>}
        </div>
      )}
      <p class="meta one-line-end">
        <span>{clockElsewhere.value && t("reminders.byTheHubsClock", { zone: clockElsewhere.value, time: wallTime(now.value).slice(11) })}</span>
        <Button kind="bare" onClick={custom}>{t("reminders.otherDays")}</Button>
      </p>
    </form>
  );
}

/** When it may come, where the line does not say. */
function offered(): { name: string; at: When }[] {
  const once = (wall: string): When => ({ kind: "once", at: wall, rrule: null });
  const tonight = dateIn(0) + "T20:00", tomorrow = dateIn(1) + "T09:00";
  const monday = 7 - ((new Date(dateIn(0) + "T00:00Z").getUTCDay() + 6) % 7);
  return [
    { name: t("reminders.tomorrowAt", { time: "09:00" }), at: once(tomorrow) },
    ...(momentOf(tonight) > now.value ? [{ name: t("reminders.tonight"), at: once(tonight) }] : []),
    { name: t("reminders.nextWeek"), at: once(dateIn(monday) + "T09:00") },
    { name: t("common.whenAnAgentStarts"), at: { kind: "session", at: "", rrule: null } },
  ];
}

function Understood({ text, when, assumed, by: { nextOf, saidOf } }: { text: string; when: When; assumed: boolean; by: Grammar }) {
  const times = nextOf(when);
  return (
    <>
      <p><strong dir="auto">{text}</strong>{text && ": "}{saidOf(when)}</p>
      {assumed && <p class="meta">{t("reminders.noTimeOfDay", { time: when.at.slice(11) })}</p>}
      {times.length > 0 && (
        <ol class="next-times" aria-label={t("reminders.nextTimes", { n: times.length })}>
          {times.map((at) => <li key={at}><time dateTime={at}>{dayTime(at)}</time><span class="meta">{relativeTime(at)}</span></li>)}
        </ol>
      )}
    </>
  );
}
