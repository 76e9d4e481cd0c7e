// What is done with a reminder. Each change shows at once in the resource that is given.
import { api } from "../../api/client";
import type { Reminder } from "../../api/types";
import { change } from "../../state/change";
import type { Edit } from "../../state/resource";
import { t } from "../../words";

export type Snooze = { for: "10m" | "1h" | "tonight" | "tomorrow" } | { until: string };

/** Shows a reminder as it will be; null: it leaves the list. */
export type Show = (id: string, become: (was: Reminder) => Reminder | null) => readonly Edit[];

const recurs = ({ kind }: Reminder) => kind === "daily" || kind === "weekly" || kind === "rrule";

/** Pressed again before the answer came, or after it was lost, it is the same: else the next time would be done, too. */
export const finish = (m: Reminder, show: Show) => change({
  show: () => show(m.id, () => null),
  send: () => api.post("/api/reminders/{id}/done", { path: { id: m.id }, key: `done-${m.id}-${m.updated_at}` }),
  said: recurs(m) ? t("reminders.doneForThisTime") : t("reminders.done"),
  failed: t("reminders.theReminderIsNotDone"),
});

export const snooze = (m: Reminder, how: Snooze, show: Show, refused?: (why: string) => void) => change({
  show: () => ("until" in how ? [] : show(m.id, () => null)),
  send: () => api.post("/api/reminders/{id}/snooze", { path: { id: m.id }, body: how }),
  said: t("reminders.putOff2"),
  failed: t("reminders.theReminderIsNotPut"),
  ...(refused && { refused: (why) => refused(why.of("until") || why.sentence) }),
});

export const remove = (m: Reminder) => change({
  send: () => api.delete("/api/reminders/{id}", { path: { id: m.id } }),
  said: t("reminders.deleted"),
  failed: t("reminders.theReminderIsNotDeleted"),
});
