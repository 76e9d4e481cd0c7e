import { useEffect, useRef, useState } from "preact/hooks";
import type { ReminderDetail as Detail } from "../../api/types";
import { useKeys } from "../../keys";
import { Button } from "../../parts/Button";
import { extra } from "../../parts/deferred";
import { Icon } from "../../parts/Icon";
import { Loaded } from "../../parts/Rest";
import { Facts } from "../../parts/Row";
import { go, to, useArrived, usePage } from "../../router";
import { projectTitle, useProjects } from "../../state/projects";
import { type Resource, useResource } from "../../state/resource";
import { fullTime, now, relativeTime } from "../../state/time";
import { finish, remove, type Show, snooze } from "./actions";
import { keptOf } from "./draft";
import { ReminderForm } from "./deferred";
import { inWords } from "./rule";
import { SnoozeChoices } from "./SnoozeChoices";
import { t } from "../../words";

const Absent = extra(() => import("../../parts/Absent"));

export function ReminderDetail({ id }: { id: string }) {
  const it = useResource("/api/reminders/{id}", { path: { id } }, { on: ["reminders/" + id, "settings"] });
  usePage({ title: it.data.value?.text ?? null, heading: t("common.reminders") });
  // It is deleted once nothing shows it any more, and asks for what is gone.
  const leaving = useRef(false);
  useEffect(() => () => { if (leaving.current && it.data.peek()) void remove(it.data.peek()!); }, []);
  const onDelete = () => {
    leaving.current = true;
    go(to("reminders"));
  };
  if (it.error.value?.status === 404) return <Absent subject={"hub://reminders/" + id} on={["reminders"]} why={it.error.value} />;
  return <Loaded of={it}>{(reminder) => <One reminder={reminder} of={it} onDelete={onDelete} />}</Loaded>;
}

function One({ reminder, of, onDelete }: { reminder: Detail; of: Resource<Detail>; onDelete: () => void }) {
  const { id, text, thread_id: thread, project_slug: project, next_at: next, done_at: done, upcoming } = reminder;
  const [editing, setEditing] = useState(Boolean(keptOf(id)));
  useProjects();
  const heading = useArrived<HTMLHeadingElement>();
  const show: Show = (_, become) => [of.edit((was) => {
    const is = become(was);
    return is ? { ...was, ...is } : { ...was, next_at: null, upcoming: [] };
  })];
  // Under that of the list, which is for the row that has the focus: it may stand beside this.
  useKeys(done ? {} : { e: () => void finish(reminder, show) }, { under: true });
  const due = Boolean(next && !done && Date.parse(next) <= now.value);
  if (editing) return <ReminderForm reminder={reminder} onEnd={() => setEditing(false)} />;
  return (
    <div class="stack wide">
      <div class="stack">
        <Facts of={[done ? t("mark.done") : due ? t("reminders.due") : next ? relativeTime(next) : t("common.whenAnAgentStarts"), project && <a key="p" href={to("project", { slug: project })} dir="auto">{projectTitle(project)}</a>].filter(Boolean)} />
        <h2 class="reminder-title" dir="auto" tabIndex={-1} ref={heading}><span class={due ? "here" : undefined}>{text}</span></h2>
        <p class="reminder-of"><Icon name="history" small /><span>{inWords(reminder)}</span></p>
        {thread && <Linked id={thread} />}
      </div>
      {upcoming.length > 0 && !done && (
        <section class="well stack tight" aria-labelledby="next-times">
          <h3 class="section" id="next-times">{t("reminders.nextTimes", { n: upcoming.length })}</h3>
          <ol class="stack tight">{upcoming.map((at) => <li key={at}><time dateTime={at}>{fullTime(at)}</time></li>)}</ol>
        </section>
      )}
      {!done && (
        <section class="stack" aria-labelledby="put-off">
          <div><Button kind={due ? "ink" : "outlined"} icon="check" keys="e" onClick={() => void finish(reminder, show)}>{t("common.done")}</Button></div>
          <h3 class="section" id="put-off">{t("common.snooze")}</h3>
          <SnoozeChoices key={String(due)} ahead={due ? null : next} onSnooze={(how, refused) => snooze(reminder, how, show, refused)} />
        </section>
      )}
      <div class="line">
        <Button icon="edit" onClick={() => setEditing(true)}>{done ? t("reminders.setItAgain") : t("common.edit")}</Button>
        <Button kind="bare" icon="trash" onClick={onDelete}>{t("common.delete")}</Button>
      </div>
    </div>
  );
}

function Linked({ id }: { id: string }) {
  const thread = useResource("/api/threads/{id}", { path: { id } }, { on: ["threads/" + id] }).data.value;
  return thread ? <p class="reminder-of"><Icon name="threads" small /><a href={to("thread", { id })} dir="auto">{thread.summary}</a></p> : null;
}
