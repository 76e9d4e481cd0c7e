// Who did what, and when: the week in words, twelve of them in a picture, then every change with its
// way back.
import { useMemo } from "preact/hooks";
import type { Event } from "../../api/types";
import { Button } from "../../parts/Button";
import { Select } from "../../parts/Field";
import { Empty, OfflineNote, Problem, Skeleton, Together } from "../../parts/Rest";
import { Card } from "../../parts/Card";
import { Tabs } from "../../parts/Tabs";
import type { ScreenProps } from "../../places";
import { setQuery, to } from "../../router";
import { useOverview } from "../../state/overview";
import { useProjects } from "../../state/projects";
import { usePages, useResource } from "../../state/resource";
import { isNoise } from "../../state/events";
import type { Who } from "../../state/takeBack";
import { dayName } from "../../state/time";
import { HeatMap } from "./HeatMap";
import { Lines } from "./Lines";
import { UndoAll } from "./UndoAll";
import { Week, you } from "./Week";
import { t } from "../../words";
import { rich } from "../../words/rich";
import "./activity.css";

const kinds = [
  { value: "", get label() { return t("activity.everything"); } }, { value: "thread", get label() { return t("common.threads"); } }, { value: "thread.created", get label() { return t("activity.threadsAdded"); } }, { value: "thread.done", get label() { return t("activity.threadsFinished"); } },
  { value: "project", get label() { return t("common.projects"); } }, { value: "progress", get label() { return t("activity.progressFiles"); } }, { value: "page", get label() { return t("activity.wikiPages"); } }, { value: "reminder", get label() { return t("common.reminders"); } },
  { value: "approval", get label() { return t("common.approvals"); } }, { value: "connector", get label() { return t("activity.connectors"); } }, { value: "session", get label() { return t("activity.sessionRecords"); } }, { value: "settings", get label() { return t("common.settings"); } },
];

/** What the hub calls clients that say no name; no change is under it. */
const nameless = "unknown";

const whoOf = (name: string): Who | null => (name === you ? { actor: "owner" } : name ? { source_tool: name } : null);

/** Events under the day they were on, without those that say nothing. */
export function byDay(events: readonly Event[]): { day: string; events: Event[] }[] {
  const days: { day: string; events: Event[] }[] = [];
  for (const event of events) {
    if (isNoise(event)) continue;
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
  const changes = useResource("/api/activity", {});
  useProjects(); // the sentences name them
  const known = list.data.value;
  const days = byDay(known?.items ?? []);
  return (
    <div class="page activity">
      <Together of={[numbers, changes]}>
        {numbers.data.value && changes.data.value && <Card label={t("activity.twelveWeeks")}><div class="week-around"><Week activity={changes.data.value} overview={numbers.data.value} /><HeatMap days={changes.data.value.days} /></div></Card>}
        <Filters name={name} kind={kind} authors={changes.data.value?.authors ?? []} />
        {who && (
          <details class="disclosure" key={name}>
            <summary>{name === you ? t("activity.undoWhatYouDid") : <span>{rich("activity.undoWhatDid", { name: <bdi>{name}</bdi> })}</span>}</summary>
            <UndoAll who={who} name={name === you ? t("common.you") : name} />
          </details>
        )}
        {known && <OfflineNote of={list} />}
        {!known && list.error.value && <Problem why={list.error.value} retry={() => void list.refetch()} />}
        {!known && list.loading.value && <Skeleton rows={6} />}
        {days.map(({ day, events }) => (
          <section key={day}>
            <h2 class="day">{day}</h2>
            <Lines label={day} events={events} whole={!kind} />
          </section>
        ))}
        {known?.next && <p><Button kind="bare" onClick={() => void list.more()}>{t("activity.showOlderNLeft", { n: known.total - known.items.length })}</Button></p>}
        {known && days.length === 0 && (who || kind
          ? <Empty title={t("activity.nothingOfThisKind")} action={<Button onClick={() => setQuery({ who: null, kind: null })}>{t("activity.showAll")}</Button>}>{t("activity.nobodyHasDoneThisYet")}</Empty>
          : <Empty title={t("activity.nothingHasHappenedYet")}>{t("activity.everyChangeStandsHereWith")}</Empty>)}
      </Together>
    </div>
  );
}

/** Agents that have a tab: those that have ever changed something, and those that were here. */
function Filters({ name, kind, authors }: { name: string; kind: string; authors: readonly string[] }) {
  const clients = useResource("/api/clients", {}, { on: [] }).data.value;
  const agents = useMemo(() => [...new Set([...(clients ?? []).map((one) => one.name), ...authors, name === you ? "" : name])].filter((one) => one && one !== nameless).sort(), [clients, authors, name]);
  const tab = (value: string, label: string) => ({ href: to("activity", null, { who: value, kind }), label, current: value === name });
  return (
    <div class="activity-filters">
      <Tabs label={t("activity.whoseChanges")} tabs={[tab("", t("activity.everyone")), tab(you, t("common.you")), ...agents.map((agent) => tab(agent, agent))]} />
      <Select label={t("activity.whatKind")} quiet value={kind} onInput={(value) => setQuery({ kind: value })} options={kinds} />
    </div>
  );
}
