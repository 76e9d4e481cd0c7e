// Reminders: the list, the next first, and one of them.
import { useState } from "preact/hooks";
import type { Reminder } from "../../api/types";
import { Split } from "../../parts/Split";
import type { ScreenProps } from "../../places";
import { go, route, to, usePage } from "../../router";
import { Day } from "./Day";
import { type Draft, keep, keptOf, nameOfNew } from "./draft";
import { OneLine } from "./OneLine";
import { ReminderDetail } from "./ReminderDetail";
import { ReminderForm } from "./deferred";
import { ReminderList } from "./ReminderList";
import { t } from "../../words";
import "./reminders.css";

export default function Reminders({ params: { id }, query }: ScreenProps) {
  return (
    <Split label={t("common.reminder")} hint={<Day />} back={id !== "new" && id && to("reminders", null, { view: query.get("view") })} list={<ReminderList query={query} current={id ?? null} />}>
      {id === "new" ? <Add key={query.toString()} query={query} /> : id && <ReminderDetail key={id} id={id} />}
    </Split>
  );
}

/** The address may say what it begins with: ?text=, ?thread=, ?project=. A line first; the form is behind it. */
function Add({ query }: { query: URLSearchParams }) {
  usePage({ title: t("reminders.newReminder"), heading: t("common.reminders") });
  const given = { text: query.get("text") ?? "", thread: query.get("thread") ?? "", project: query.get("project") ?? "" };
  const name = nameOfNew(query);
  const [custom, setCustom] = useState<Draft | null>(keptOf(name) ?? null);
  const begin = (draft: Draft) => {
    keep(name, draft);
    setCustom(draft);
  };
  const from = route.peek();
  const end = (saved: Reminder | null) => go(saved ? to("reminder", { id: saved.id }) : to("reminders"), { from });
  return (
    <div class="stack wide">
      <h2 class="reminder-title">{t("reminders.newReminder")}</h2>
      {custom ? <ReminderForm name={name} first={custom} onEnd={end} /> : <OneLine given={given} autoFocus onSaved={end} onCustom={begin} />}
    </div>
  );
}
