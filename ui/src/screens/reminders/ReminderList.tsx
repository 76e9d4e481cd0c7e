import { useKeys } from "../../keys";
import type { Reminder } from "../../api/types";
import { Button, ButtonLink } from "../../parts/Button";
import { Icon } from "../../parts/Icon";
import { Empty, OfflineNote, Problem, Skeleton } from "../../parts/Rest";
import { focusedRow, Row, Rows, stepRows } from "../../parts/Row";
import { Tabs } from "../../parts/Tabs";
import { Time } from "../../parts/Time";
import { to } from "../../router";
import { overview } from "../../state/overview";
import { projectTitle, useProjects } from "../../state/projects";
import { usePages } from "../../state/resource";
import { clockTime, daysAgo, fullTime, now, sinceWhen } from "../../state/time";
import { finish, type Show, snooze } from "./actions";
import { inWords } from "./rule";
import { SnoozeButtons } from "./SnoozeChoices";
import { t } from "../../words";

/** The parts of the list. Those of one day show clock times alone. */
const groups = {
  done: "mark.done", session: "common.whenAnAgentStarts", over: "reminders.noMoreTimes", due: "reminders.due",
  today: "reminders.laterToday", tomorrow: "common.tomorrow", soon: "reminders.inTheNextDays", later: "reminders.later",
} as const;
type Group = keyof typeof groups;

/** The part of the list that a reminder stands in. */
function groupOf({ kind, next_at: next, done_at: done }: Reminder): Group {
  if (done) return "done";
  if (kind === "session" || kind === "random") return "session";
  if (!next) return "over";
  if (Date.parse(next) <= now.value) return "due";
  const days = -daysAgo(next);
  if (days <= 0) return "today";
  if (days === 1) return "tomorrow";
  return days < 7 ? "soon" : "later";
}

export function ReminderList({ query, current }: { query: URLSearchParams; current: string | null }) {
  const done = query.get("view") === "done";
  const list = usePages("/api/reminders", { query: { state: done ? "done" : "pending" } }, { on: ["reminders", "settings"] });
  const numbers = overview().data.value?.reminders;
  useProjects(); // the rows name them
  const known = list.data.value;
  const kept = { view: done ? "done" : null };
  const show: Show = (id, become) => [list.edit((was) => ({
    ...was,
    items: was.items.flatMap((one) => {
      const is = one.id === id ? become(one) : one;
      return is ? [is as typeof one] : [];
    }),
  }))];
  useKeys({
    j: () => stepRows(1),
    k: () => stepRows(-1),
    e: () => {
      const href = focusedRow();
      const one = known?.items.find(({ id }) => (href ? to("reminder", { id }, kept) === href : id === current));
      if (one && !one.done_at) void finish(one, show);
    },
  });

  const parted = new Map<Group, Reminder[]>();
  for (const one of known?.items ?? []) parted.set(groupOf(one), [...(parted.get(groupOf(one)) ?? []), one]);
  return (
    <section class="split-list" aria-label={t("common.reminders")}>
      <div class="list-head">
        <Tabs label={t("reminders.remindersByState")} tabs={[
          { href: to("reminders"), label: t("reminders.toCome"), count: numbers?.pending, current: !done },
          { href: to("reminders", null, { view: "done" }), label: t("mark.done"), current: done },
        ]} />
        {known && known.items.length > 0 && <ButtonLink icon="plus" kind={current ? "outlined" : "ink"} href={to("reminder", { id: "new" })}>{t("reminders.add")}</ButtonLink>}
      </div>
      {known && <OfflineNote of={list} />}
      {!known && list.error.value && <Problem why={list.error.value} retry={() => void list.refetch()} />}
      {!known && list.loading.value && <Skeleton rows={5} />}
      {[...parted].map(([group, items]) => (
        <section key={group} class="reminder-group">
          {!done && <h2 class="section">{t(groups[group])}</h2>}
          <Rows label={t(groups[group])}>{items.map((one) => <ReminderRow key={one.id} reminder={one} current={one.id === current} kept={kept} show={show} />)}</Rows>
        </section>
      ))}
      {known?.next && <p class="list-end"><span>{t("common.nOf", { n: known.items.length, all: known.total })}</span><Button kind="bare" onClick={() => void list.more()}>{t("common.showMore")}</Button></p>}
      {known && known.items.length === 0 && (done
        ? <Empty title={t("common.nothingIsDoneYet")}>{t("reminders.remindersThatAreDoneStand")}</Empty>
        : <Empty title={t("reminders.nothingToRemember")} action={<ButtonLink kind={current ? "outlined" : "ink"} icon="plus" href={to("reminder", { id: "new" })}>{t("common.addAReminder")}</ButtonLink>}>{t("reminders.theHubKeepsItIn")}</Empty>)}
    </section>
  );
}

function ReminderRow({ reminder, current, kept, show }: { reminder: Reminder; current: boolean; kept: Record<string, string | null>; show: Show }) {
  const { id, text, next_at: next, done_at: done, project_slug: project } = reminder;
  const group = groupOf(reminder);
  const due = group === "due";
  const at = done ?? next;
  const ofADay = group === "today" || group === "tomorrow" || (due && daysAgo(next!) === 0);
  return (
    <Row
      href={to("reminder", { id }, kept)} mark={<Icon name={done ? "check" : "bell"} small />} title={text} current={current}
      when={at && (ofADay ? <time dateTime={at} title={fullTime(at)}>{clockTime(at)}</time> : <Time at={at} />)} line={inWords(reminder)}
      facts={[due && <strong key="since">{t("reminders.waitsSince", { time: sinceWhen(next!) })}</strong>, project && <span key="p" dir="auto">{projectTitle(project)}</span>]}
      actions={due && <><Button icon="check" onClick={() => void finish(reminder, show)}>{t("common.done")}</Button><SnoozeButtons onSnooze={(how) => void snooze(reminder, how, show)} /></>}
    />
  );
}
