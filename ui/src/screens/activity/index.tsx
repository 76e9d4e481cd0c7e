// Who did what, and when: two weeks in a picture, then every change with its way back.
import { useMemo } from "preact/hooks";
import type { Event } from "../../api/types";
import { Button } from "../../parts/Button";
import { Copy } from "../../parts/Copy";
import { Select } from "../../parts/Field";
import { Empty, OfflineNote, Problem, Skeleton, Together } from "../../parts/Rest";
import { Card } from "../../parts/Card";
import { Tabs } from "../../parts/Tabs";
import { Moment, Timeline } from "../../parts/Timeline";
import type { ScreenProps } from "../../places";
import { setQuery, to } from "../../router";
import { useOverview } from "../../state/overview";
import { useProjects } from "../../state/projects";
import { usePages, useResource } from "../../state/resource";
import { dayName } from "../../state/time";
import { Chart } from "./Chart";
import { weekOfNow } from "./lookBack";
import { UndoAll, type Who } from "./UndoAll";
import "./activity.css";

const kinds = [
  { value: "", label: "Everything" }, { value: "thread", label: "Threads" }, { value: "thread.created", label: "Threads added" }, { value: "thread.done", label: "Threads finished" },
  { value: "project", label: "Projects" }, { value: "progress", label: "Progress files" }, { value: "page", label: "Wiki pages" }, { value: "reminder", label: "Reminders" },
  { value: "approval", label: "Approvals" }, { value: "session", label: "Session records" }, { value: "settings", label: "Settings" },
];

/** In the address, the owner; no agent has such a name. */
const you = "(you)";

/** What the hub calls clients that say no name; no change is under it. */
const nameless = "unknown";

const whoOf = (name: string): Who | null => (name === you ? { actor: "owner" } : name ? { source_tool: name } : null);

/** Events under the day they were on. */
export function byDay(events: readonly Event[]): { day: string; events: Event[] }[] {
  const days: { day: string; events: Event[] }[] = [];
  for (const event of events) {
    const day = dayName(event.at);
    if (days.at(-1)?.day !== day) days.push({ day, events: [] });
    days.at(-1)!.events.push(event);
  }
  return days;
}

export default function Activity({ query }: ScreenProps) {
  const name = query.get("who") ?? "", kind = query.get("kind") ?? "";
  const who = whoOf(name);
  const list = usePages("/api/events", { query: { ...who, kind, limit: 50 } });
  const numbers = useOverview();
  useProjects(); // the sentences name them
  const known = list.data.value;
  const days = byDay(known?.items ?? []);
  return (
    <div class="page activity">
      <Together of={[numbers]}>
        {numbers.data.value && <Card label="Two weeks"><Chart days={numbers.data.value.days} /></Card>}
        <Filters name={name} kind={kind} seen={known?.items ?? []} />
        {who && (
          <details class="disclosure" key={name}>
            <summary>{name === you ? "Undo what you did" : <span>Undo what <bdi>{name}</bdi> did</span>}</summary>
            <UndoAll who={who} name={name === you ? "You" : name} />
          </details>
        )}
        {known && <OfflineNote of={list} />}
        {!known && list.error.value && <Problem why={list.error.value} retry={() => void list.refetch()} />}
        {!known && list.loading.value && <Skeleton rows={6} />}
        {days.map(({ day, events }) => (
          <section key={day}>
            <h2 class="day">{day}</h2>
            <Timeline label={day}>{events.map((event) => <Moment key={event.id} event={event} sameDay />)}</Timeline>
          </section>
        ))}
        {known?.next && <p><Button kind="bare" onClick={() => void list.more()}>{`Show older, ${known.total - known.items.length} left`}</Button></p>}
        {known && days.length === 0 && (who || kind
          ? <Empty title="Nothing of this kind" action={<Button onClick={() => setQuery({ who: null, kind: null })}>Show all</Button>}>Nobody has done this yet.</Empty>
          : <Empty title="Nothing has happened yet">Every change stands here, with who made it and the way back.</Empty>)}
        {known && days.length > 0 && (
          <section class="well line">
            <p class="grow"><strong>The week in a few lines</strong><br /><span class="meta">What moved, what waits, what is next. Plain text for a note or a message.</span></p>
            <Copy text={weekOfNow} label="Copy the week" />
          </section>
        )}
      </Together>
    </div>
  );
}

/** Agents that have a tab: those that were here, and those whose changes are in sight. */
function Filters({ name, kind, seen }: { name: string; kind: string; seen: readonly Event[] }) {
  const clients = useResource("/api/clients", {}, { on: [] }).data.value;
  const agents = useMemo(() => [...new Set([...(clients ?? []).map((one) => one.name), ...seen.map(({ source_tool: tool }) => tool ?? ""), name === you ? "" : name])].filter((one) => one && one !== nameless).sort(), [clients, seen, name]);
  const tab = (value: string, label: string) => ({ href: to("activity", null, { who: value, kind }), label, current: value === name });
  return (
    <div class="activity-filters">
      <Tabs label="Whose changes" tabs={[tab("", "Everyone"), tab(you, "You"), ...agents.map((agent) => tab(agent, agent))]} />
      <Select label="What kind" quiet value={kind} onInput={(value) => setQuery({ kind: value })} options={kinds} />
    </div>
  );
}
