// The day: what comes today and tomorrow in the order of time, with now among it.
import type { ComponentChildren } from "preact";
import type { Reminder } from "../../api/types";
import { Button } from "../../parts/Button";
import { Icon, type IconName } from "../../parts/Icon";
import { Skeleton } from "../../parts/Rest";
import { go, to } from "../../router";
import { projectTitle, useProjects } from "../../state/projects";
import { useResource } from "../../state/resource";
import { clockTime, dateIn, fullTime, now, sinceWhen } from "../../state/time";
import { momentOf } from "../../state/wall";
import { finish, type Show, snooze } from "./actions";
import { type Entry, entriesOf } from "./day";
import { type Draft, keep, keptOf, nameOfNew } from "./draft";
import { OneLine } from "./OneLine";
import { inWords, nameOfDate } from "./rule";
import { t } from "../../words";
import { rich } from "../../words/rich";
import "./day.css";

const all = { query: { state: "pending", limit: 200 } };
const open = { query: { status: ["open", "blocked"], limit: 200 } };

/** Goes on in the form: at an address of its own, as there may be a draft of something else. */
function begin(draft: Draft): void {
  const query: Record<string, string> = draft.text ? { text: draft.text } : {};
  const name = nameOfNew(new URLSearchParams(query));
  if (draft.text || !keptOf(name)) keep(name, draft);
  go(to("reminder", { id: "new" }, query));
}

export function Day() {
  const today = momentOf(dateIn(0) + "T00:00"), tomorrow = momentOf(dateIn(1) + "T00:00"), after = momentOf(dateIn(2) + "T00:00");
  const reminders = useResource("/api/reminders", all, { on: ["reminders", "settings"] });
  const done = useResource("/api/events", { query: { kind: "reminder.done", from: new Date(today).toISOString(), limit: 50 } }, { on: ["reminders"] });
  const threads = useResource("/api/threads", open, { on: ["threads"] });
  const agents = useResource("/api/agents", {}, { on: ["threads"] });
  const sessions = useResource("/api/sessions", { query: { limit: 50 } }, { on: ["sessions"] });
  useProjects(); // the rows name them
  const show: Show = (id, become) => [reminders.edit((was) => was.flatMap((one) => (one.id === id ? become(one) ?? [] : one)))];
  const entries = entriesOf(
    { reminders: reminders.data.value, done: done.data.value, threads: threads.data.value, agents: agents.data.value?.agents, sessions: sessions.data.value }, now.value, today, after,
  );
  const waiting = [reminders, threads].some(({ data, error }) => !data.value && !error.value);
  return (
    <div class="stack wide day">
      <OneLine quiet onCustom={begin} />
      {waiting ? <Skeleton rows={5} /> : (
        <>
          <Line date={0} entries={entries.filter(({ at }) => at < tomorrow)} show={show} />
          <Line date={1} entries={entries.filter(({ at }) => at >= tomorrow)} show={show} />
        </>
      )}
    </div>
  );
}

/** One of the two days. */
function Line({ date, entries, show }: { date: 0 | 1; entries: readonly Entry[]; show: Show }) {
  const id = `day-${date}`;
  const past = entries.filter(({ at }) => at <= now.value);
  const row = (entry: Entry) => <Row key={keyOf(entry)} entry={entry} show={show} />;
  return (
    <section aria-labelledby={id}>
      <h2 class="day-heading" id={id}>{t(date ? "common.tomorrow" : "common.today")} <span class="meta">{nameOfDate(dateIn(date))}</span></h2>
      {(entries.length > 0 || date === 0) && (
        <ol class="day-line">
          {past.map(row)}
          {date === 0 && <li class="day-now" aria-current="time"><time aria-label={t("day.itIs", { time: clockTime(new Date(now.value).toISOString()) })}>{clockTime(new Date(now.value).toISOString())}</time><span aria-hidden="true" /></li>}
          {entries.slice(past.length).map(row)}
        </ol>
      )}
      {entries.length === 0 && <p class="meta day-nothing">{t("day.nothing")}</p>}
    </section>
  );
}

const keyOf = (entry: Entry): string => `${entry.kind} ${entry.at} ${"reminder" in entry ? entry.reminder.id : "thread" in entry ? entry.thread.id : "session" in entry ? entry.session.id : entry.id}`;

const thread = ({ id, summary }: { id: string; summary: string }) => <a href={to("thread", { id })} dir="auto">{summary}</a>;

function Row({ entry, show }: { entry: Entry; show: Show }) {
  switch (entry.kind) {
    case "due": return <Due reminder={entry.reminder} at={entry.at} show={show} />;
    case "next": {
      const { id, text, kind, project_slug: project } = entry.reminder;
      return <Shown at={entry.at} icon="bell" more={[kind !== "once" && inWords(entry.reminder), project && projectTitle(project)].filter(Boolean).join(" · ")}><a href={to("reminder", { id })} dir="auto">{text}</a></Shown>;
    }
    case "done": return <Shown at={entry.at} icon="check" soft more={t("day.done")}><a href={to("reminder", { id: entry.id })} dir="auto">{entry.title}</a></Shown>;
    case "wakes": return <Shown at={entry.at} icon="later">{rich("day.wakes", { title: thread(entry.thread) })}</Shown>;
    case "took": return <Shown at={entry.at} icon="agent" soft>{rich("day.took", { name: <bdi>{entry.name}</bdi>, title: thread(entry.thread) })}</Shown>;
    case "free": return <Shown at={entry.at} icon="out" soft more={t("day.heldBy", { name: entry.name })}>{rich("day.free", { title: thread(entry.thread) })}</Shown>;
    case "session": {
      const { id, title, tool } = entry.session;
      return <Shown at={entry.at} icon="agent" soft more={<><bdi>{tool}</bdi>{entry.ended !== null && `, ${clockTime(new Date(entry.at).toISOString())}–${clockTime(new Date(entry.ended).toISOString())}`}</>}><a href={to("search", null, { session: id })} dir="auto">{title}</a></Shown>;
    }
  }
}

interface ShownProps {
  at: number;
  /** It is from before this day, and has no time of its own here. */
  untimed?: boolean;
  icon: IconName;
  /** Of the past, or no task: it stands back. */
  soft?: boolean;
  due?: boolean;
  more?: ComponentChildren;
  actions?: ComponentChildren;
  children: ComponentChildren;
}

function Shown({ at, untimed, icon, soft, due, more, actions, children }: ShownProps) {
  const iso = new Date(at).toISOString();
  return (
    <li class={soft ? "soft" : due ? "due" : undefined}>
      {untimed ? <span /> : <time dateTime={iso} title={fullTime(iso)}>{clockTime(iso)}</time>}
      <span class="day-mark"><Icon name={icon} small /></span>
      <div>
        <p class="day-title">{children}</p>
        {more && <p class="meta">{more}</p>}
        {actions && <div class="line">{actions}</div>}
      </div>
    </li>
  );
}

/** What waits, where it was due, with its answers. */
function Due({ reminder, at, show }: { reminder: Reminder; at: number; show: Show }) {
  const { id, text } = reminder;
  return (
    <Shown
      at={at} untimed={at !== Date.parse(reminder.next_at!)} icon="bell" due more={t("reminders.waitsSince", { time: sinceWhen(reminder.next_at!) })}
      actions={(
        <>
          <Button icon="check" label={`${t("common.done")}: ${text}`} onClick={() => void finish(reminder, show)}>{t("common.done")}</Button>
          {([["1h", "reminders.oneHour"], ["tonight", "reminders.tonight"]] as const).map(([how, name]) => (
            <Button key={how} label={`${t("reminders.putOffLabel", { label: t(name) })}: ${text}`} onClick={() => void snooze(reminder, { for: how }, show)}>{t(name)}</Button>
          ))}
        </>
      )}
    >
      <a href={to("reminder", { id })} dir="auto">{text}</a>
    </Shown>
  );
}
