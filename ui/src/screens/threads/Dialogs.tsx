// The dialogs of state/asked.ts.
import { useState } from "preact/hooks";
import type { Thread } from "../../api/types";
import { Button } from "../../parts/Button";
import { Dialog } from "../../parts/Dialog";
import { Field, TextArea } from "../../parts/Field";
import { Icon } from "../../parts/Icon";
import { useKept } from "../../state/kept";
import { quoted } from "../../state/thread";
import { block } from "../../state/threadActs";
import { dateIn } from "../../state/time";
import { dateName, morningOf } from "../../state/wall";
import { pause, snooze } from "../../state/work";
import { type Asked, close } from "../../state/asked";
import { ChooseThread } from "./ChooseThread";
import { MergeForm } from "./MergeForm";
import { saveBefore } from "./Neighbours";
import { t } from "../../words";
import "./dialogs.css";

export default function Dialogs({ kind, thread }: Asked) {
  const Form = { pause: PauseForm, block: BlockForm, snooze: SnoozeForm, merge: MergeForm, after: AfterForm }[kind];
  const title = { pause: t("common.pauseWithANote"), block: t("threads.whatIsItWaitingFor"), snooze: t("common.snooze"), merge: t("threads.mergeIntoAnotherThread"), after: t("threads.startAfter") }[kind];
  return <Dialog title={title} onClose={close}><p class="dialog-about" dir="auto">{thread.summary}</p><Form thread={thread} done={close} /></Dialog>;
}

interface FormProps { thread: Thread; done: () => void }

function PauseForm({ thread, done }: FormProps) {
  const empty = { step: thread.resume_step ?? "", what: "", why: "" };
  const [value, set] = useKept(`threads/${thread.id}/pause`, empty);
  const [wrong, setWrong] = useState("");
  const [busy, setBusy] = useState(false);
  const save = async () => {
    const step = value.step.trim();
    if (!step) return setWrong(t("threads.writeTheOneActionTo"));
    setBusy(true);
    const tried = value.what.trim() ? [{ what: value.what.trim(), why_not: value.why.trim() }] : [];
    const paused = await pause(thread, step, { tried, refused: (why) => setWrong(why.of("resume_step") || why.sentence) });
    setBusy(false);
    if (!paused) return;
    set((now) => now === value ? empty : now);
    done();
  };
  const [next] = thread.next_steps;
  return (
    <form class="stack" onSubmit={(e) => { e.preventDefault(); void save(); }}>
      <TextArea label={t("threads.whereWillYouPickIt")} hint={t("threads.oneActionAsConcreteAs")} autoFocus value={value.step} onInput={(step) => set({ ...value, step })} error={wrong} />
      {next && value.step.trim() !== next && <p><Button onClick={() => set({ ...value, step: next })}>{t("threads.use", { step: next.length > 60 ? next.slice(0, 59) + "…" : next })}</Button></p>}
      <details class="disclosure" open={Boolean(value.what)}>
        <summary>{t("threads.somethingYouTriedThatDid")}</summary>
        <div class="stack">
          <TextArea rows={1} label={t("common.whatWasTried")} value={value.what} onInput={(what) => set({ ...value, what })} />
          <TextArea rows={1} label={t("threads.whyNot")} value={value.why} onInput={(why) => set({ ...value, why })} />
        </div>
      </details>
      <Button type="submit" kind="ink" big wide busy={busy}>{t("threads.pause")}</Button>
    </form>
  );
}

function BlockForm({ thread, done }: FormProps) {
  const known = thread.blocked_reason ?? "";
  const [value, set] = useKept(`threads/${thread.id}/block`, known);
  const [wrong, setWrong] = useState("");
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    const answer = await block(thread, value.trim(), setWrong);
    setBusy(false);
    if (!answer) return;
    set((now) => now === value ? known : now);
    done();
  };
  return (
    <form class="stack" onSubmit={(e) => { e.preventDefault(); void save(); }}>
      <TextArea label={t("threads.itWaitsFor")} hint={t("threads.somebodysAnswerADeliveryA")} autoFocus value={value} onInput={set} error={wrong} />
      <Button type="submit" kind="ink" big wide busy={busy}>{t("threads.markAsBlocked")}</Button>
    </form>
  );
}

function AfterForm({ thread, done }: FormProps) {
  const [wrong, setWrong] = useState("");
  const choose = async (other: Thread) => {
    const refused = await saveBefore(thread, (ids) => [...ids, other.id], t("threads.startsAfter", { title: quoted(other) }));
    if (refused === null) done();
    else setWrong(refused);
  };
  return (
    <div class="stack">
      <ChooseThread near={thread} label={t("threads.after")} without={thread.depends_on} choose={(other) => void choose(other)} />
      {wrong && <p class="wrong" role="alert"><Icon name="warn" small /><span>{wrong}</span></p>}
    </div>
  );
}

/** When somebody comes back to it: days from now, in the morning. */
const later = [{ get label() { return t("common.tomorrow"); }, days: 1 }, { get label() { return t("threads.in3Days"); }, days: 3 }, { get label() { return t("threads.inAWeek"); }, days: 7 }, { get label() { return t("threads.inAMonth"); }, days: 30 }];

function SnoozeForm({ thread, done }: FormProps) {
  const [date, setDate] = useState("");
  const [wrong, setWrong] = useState("");
  const until = async (day: string) => {
    if (!day) return setWrong(t("threads.chooseADate"));
    if (await snooze(thread, morningOf(day), { refused: setWrong })) done();
  };
  return (
    <div class="stack">
      <p class="meta">{t("threads.untilThenItDoesNot")}</p>
      <ul class="choices">
        {later.map(({ label, days }, i) => (
          <li key={days}><button type="button" autofocus={i === 0} onClick={() => void until(dateIn(days))}><span>{label}</span><span class="meta">{dateName(dateIn(days))}</span></button></li>
        ))}
      </ul>
      <form class="date-line" onSubmit={(e) => { e.preventDefault(); void until(date); }}>
        <Field type="date" label={t("threads.orUntilADate")} value={date} onInput={setDate} error={wrong} />
        <Button type="submit">{t("common.snooze")}</Button>
      </form>
    </div>
  );
}
