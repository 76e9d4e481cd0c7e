// The dialogs of asked.ts.
import { useState } from "preact/hooks";
import type { Thread } from "../../api/types";
import { Button } from "../../parts/Button";
import { Dialog } from "../../parts/Dialog";
import { Field, TextArea } from "../../parts/Field";
import { draftOf, setDraft } from "../../state/drafts";
import { block, snooze } from "../../state/threads";
import { dateIn, dayName } from "../../state/time";
import { pause } from "../../state/work";
import { type Asked, close } from "./asked";
import { MergeForm } from "./MergeForm";

export default function Dialogs({ kind, thread }: Asked) {
  const Form = { pause: PauseForm, block: BlockForm, snooze: SnoozeForm, merge: MergeForm }[kind];
  const title = { pause: "Pause with a note", block: "What is it waiting for?", snooze: "Put off", merge: "Merge into another thread" }[kind];
  return <Dialog title={title} onClose={close}><p class="dialog-about" dir="auto">{thread.summary}</p><Form thread={thread} done={close} /></Dialog>;
}

/** What is written in a dialog stays when it is closed, until it is sent. */
function useNote<T>(at: string, initial: T) {
  const value = draftOf<T>(at)?.value ?? initial;
  return { value, set: (next: T) => setDraft(at, { value: next, base: initial }), sent: () => setDraft(at, undefined) };
}

interface FormProps { thread: Thread; done: () => void }

function PauseForm({ thread, done }: FormProps) {
  const { value, set, sent } = useNote(`threads/${thread.id}/pause`, { step: thread.resume_step ?? "", what: "", why: "" });
  const [wrong, setWrong] = useState("");
  const [busy, setBusy] = useState(false);
  const save = async () => {
    const step = value.step.trim();
    if (!step) return setWrong("Write the one action to pick it up by.");
    setBusy(true);
    const tried = value.what.trim() ? [{ what: value.what.trim(), why_not: value.why.trim() }] : [];
    const paused = await pause(thread, step, { tried, refused: (why) => setWrong(why.of("resume_step") || why.sentence) });
    setBusy(false);
    if (!paused) return;
    sent();
    done();
  };
  const [next] = thread.next_steps;
  return (
    <form class="stack" onSubmit={(e) => { e.preventDefault(); void save(); }}>
      <TextArea label="Where will you pick it up?" hint="One action, as concrete as you can." autoFocus value={value.step} onInput={(step) => set({ ...value, step })} error={wrong} />
      {next && value.step.trim() !== next && <p><Button onClick={() => set({ ...value, step: next })}>{`Use: ${next.length > 60 ? next.slice(0, 59) + "…" : next}`}</Button></p>}
      <details class="disclosure" open={Boolean(value.what)}>
        <summary>Something you tried that did not work</summary>
        <div class="stack">
          <TextArea rows={1} label="What was tried" value={value.what} onInput={(what) => set({ ...value, what })} />
          <TextArea rows={1} label="Why not" value={value.why} onInput={(why) => set({ ...value, why })} />
        </div>
      </details>
      <Button type="submit" kind="ink" big wide busy={busy}>Pause</Button>
    </form>
  );
}

function BlockForm({ thread, done }: FormProps) {
  const { value, set, sent } = useNote(`threads/${thread.id}/block`, thread.blocked_reason ?? "");
  const [wrong, setWrong] = useState("");
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    const answer = await block(thread, value.trim(), setWrong);
    setBusy(false);
    if (!answer) return;
    sent();
    done();
  };
  return (
    <form class="stack" onSubmit={(e) => { e.preventDefault(); void save(); }}>
      <TextArea label="It waits for" hint="Somebody's answer, a delivery, a date. It may stay empty." autoFocus value={value} onInput={set} error={wrong} />
      <Button type="submit" kind="ink" big wide busy={busy}>Mark as blocked</Button>
    </form>
  );
}

/** When somebody comes back to it: days from now, in the morning. */
const later = [{ label: "Tomorrow", days: 1 }, { label: "In 3 days", days: 3 }, { label: "In a week", days: 7 }, { label: "In a month", days: 30 }];

function SnoozeForm({ thread, done }: FormProps) {
  const [date, setDate] = useState("");
  const [wrong, setWrong] = useState("");
  const until = async (day: string) => {
    if (!day) return setWrong("Choose a date.");
    if (await snooze(thread, day + "T09:00", setWrong)) done();
  };
  return (
    <div class="stack">
      <p class="meta">Until then it does not count as quiet. It stays in the list, and nothing is lost.</p>
      <ul class="choices">
        {later.map(({ label, days }, i) => (
          <li key={days}><button type="button" autofocus={i === 0} onClick={() => void until(dateIn(days))}><span>{label}</span><span class="meta">{dayName(dateIn(days) + "T12:00")}</span></button></li>
        ))}
      </ul>
      <form class="date-line" onSubmit={(e) => { e.preventDefault(); void until(date); }}>
        <Field type="date" label="Or until a date" value={date} onInput={setDate} error={wrong} />
        <Button type="submit">Put off</Button>
      </form>
    </div>
  );
}
