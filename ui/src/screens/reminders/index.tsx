// Reminders: the list, the next first, and one of them.
import { Split } from "../../parts/Split";
import type { ScreenProps } from "../../places";
import { go, to, usePage } from "../../router";
import { ReminderDetail } from "./ReminderDetail";
import { ReminderForm } from "./ReminderForm";
import { ReminderList } from "./ReminderList";
import { t } from "../../words";
import "./reminders.css";

export default function Reminders({ params: { id }, query }: ScreenProps) {
  return (
    <Split label={t("common.reminder")} hint={t("reminders.chooseAReminderToSee")} list={<ReminderList query={query} current={id ?? null} />}>
      {id === "new" ? <Add query={query} /> : id && <ReminderDetail key={id} id={id} />}
    </Split>
  );
}

/** The address may say what it begins with: ?text=, ?thread=, ?project=. */
function Add({ query }: { query: URLSearchParams }) {
  usePage({ title: t("reminders.newReminder"), heading: t("common.reminders") });
  const given = { text: query.get("text") ?? "", thread: query.get("thread") ?? "", project: query.get("project") ?? "" };
  return (
    <div class="stack wide">
      <h2 class="reminder-title">{t("reminders.newReminder")}</h2>
      <ReminderForm first={given} onEnd={(saved) => go(saved ? to("reminder", { id: saved.id }) : to("reminders"))} />
    </div>
  );
}
