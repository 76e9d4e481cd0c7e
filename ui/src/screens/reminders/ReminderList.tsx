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
import { daysAgo, now } from "../../state/time";
import { finish, type Show, snooze } from "./actions";
import { inWords } from "./rule";
import { SnoozeButtons } from "./SnoozeChoices";

/** The part of the list that a reminder stands in. */
function groupOf({ kind, next_at: next, done_at: done }: Reminder): string {
  if (done) return "Done";
  if (kind === "session" || kind === "random") return "When an agent starts";
  if (!next) return "No more times";
  if (Date.parse(next) <= now.value) return "Due";
  const days = -daysAgo(next);
  if (days <= 0) return "Later today";
  if (days === 1) return "Tomorrow";
  return days < 7 ? "In the next days" : "Later";
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

  const groups = new Map<string, Reminder[]>();
  for (const one of known?.items ?? []) groups.set(groupOf(one), [...(groups.get(groupOf(one)) ?? []), one]);
  return (
    <section class="split-list" aria-label="Reminders">
      <div class="list-head">
        <Tabs label="Reminders by state" tabs={[
          { href: to("reminders"), label: "To come", count: numbers?.pending, current: !done },
          { href: to("reminders", null, { view: "done" }), label: "Done", current: done },
        ]} />
        {known && known.items.length > 0 && <ButtonLink icon="plus" kind={current ? "outlined" : "ink"} href={to("reminder", { id: "new" })}>Add</ButtonLink>}
      </div>
      {known && <OfflineNote of={list} />}
      {!known && list.error.value && <Problem why={list.error.value} retry={() => void list.refetch()} />}
      {!known && list.loading.value && <Skeleton rows={5} />}
      {[...groups].map(([name, items]) => (
        <section key={name} class="reminder-group">
          {!done && <h2 class="section">{name}</h2>}
          <Rows label={name}>{items.map((one) => <ReminderRow key={one.id} reminder={one} current={one.id === current} kept={kept} show={show} />)}</Rows>
        </section>
      ))}
      {known?.next && <p class="list-end"><span>{known.items.length} of {known.total}</span><Button kind="bare" onClick={() => void list.more()}>Show more</Button></p>}
      {known && known.items.length === 0 && (done
        ? <Empty title="Nothing is done yet">Reminders that are done stand here, and can be set again.</Empty>
        : <Empty title="Nothing to remember" action={<ButtonLink kind={current ? "outlined" : "ink"} icon="plus" href={to("reminder", { id: "new" })}>Add a reminder</ButtonLink>}>The hub keeps it in mind for you: at a time, by a rule, or when an agent starts to work.</Empty>)}
    </section>
  );
}

function ReminderRow({ reminder, current, kept, show }: { reminder: Reminder; current: boolean; kept: Record<string, string | null>; show: Show }) {
  const { id, text, next_at: next, done_at: done, project_slug: project } = reminder;
  const due = groupOf(reminder) === "Due";
  const at = done ?? next;
  return (
    <Row
      href={to("reminder", { id }, kept)} mark={<Icon name={done ? "check" : "bell"} small />} title={text} current={current}
      when={at && <Time at={at} />} line={inWords(reminder)} facts={[project && <span key="p" dir="auto">{projectTitle(project)}</span>]}
      actions={due && <><Button icon="check" onClick={() => void finish(reminder, show)}>Done</Button><SnoozeButtons onSnooze={(how) => void snooze(reminder, how, show)} /></>}
    />
  );
}
