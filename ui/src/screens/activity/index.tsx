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
import type { Who } from "../../state/takeBack";
import { dayName } from "../../state/time";
import { Chart } from "./Chart";
import { weekOfNow } from "./lookBack";
import { UndoAll } from "./UndoAll";
import { t } from "../../words";
import { rich } from "../../words/rich";
import "./activity.css";

const kinds = [
  { value: "", get label() { return t("activity.everything"); } }, { value: "thread", get label() { return t("common.threads"); } }, { value: "thread.created", get label() { return t("activity.threadsAdded"); } }, { value: "thread.done", get label() { return t("activity.threadsFinished"); } },
  { value: "project", get label() { return t("common.projects"); } }, { value: "progress", get label() { return t("activity.progressFiles"); } }, { value: "page", get label() { return t("activity.wikiPages"); } }, { value: "reminder", get label() { return t("common.reminders"); } },
  { value: "approval", get label() { return t("common.approvals"); } }, { value: "session", get label() { return t("activity.sessionRecords"); } }, { value: "settings", get label() { return t("common.settings"); } },
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
        {numbers.data.value && <Card label={t("activity.twoWeeks")}><Chart days={numbers.data.value.days} /></Card>}
        <Filters name={name} kind={kind} seen={known?.items ?? []} />
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
            <Timeline label={day}>{events.map((event) => <Moment key={event.id} event={event} sameDay />)}</Timeline>
          </section>
        ))}
        {known?.next && <p><Button kind="bare" onClick={() => void list.more()}>{t("activity.showOlderNLeft", { n: known.total - known.items.length })}</Button></p>}
        {known && days.length === 0 && (who || kind
          ? <Empty title={t("activity.nothingOfThisKind")} action={<Button onClick={() => setQuery({ who: null, kind: null })}>{t("activity.showAll")}</Button>}>{t("activity.nobodyHasDoneThisYet")}</Empty>
          : <Empty title={t("activity.nothingHasHappenedYet")}>{t("activity.everyChangeStandsHereWith")}</Empty>)}
        {known && days.length > 0 && (
          <section class="well line">
            <p class="grow"><strong>{t("activity.theWeekInAFew")}</strong><br /><span class="meta">{t("activity.whatMovedWhatWaitsWhat")}</span></p>
            <Copy text={weekOfNow} label={t("activity.copyTheWeek")} />
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
      <Tabs label={t("activity.whoseChanges")} tabs={[tab("", t("activity.everyone")), tab(you, t("common.you")), ...agents.map((agent) => tab(agent, agent))]} />
      <Select label={t("activity.whatKind")} quiet value={kind} onInput={(value) => setQuery({ kind: value })} options={kinds} />
    </div>
  );
}
