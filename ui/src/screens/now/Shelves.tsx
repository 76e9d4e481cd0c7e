// What stands beside the one thread: a few that could be next, what is due today, and what
// has gone quiet. Never more than a few of each.
import type { ComponentChildren } from "preact";
import { Icon } from "../../parts/Icon";
import { settled } from "../../parts/Rest";
import { Row, Rows } from "../../parts/Row";
import { StatusMark, markOf } from "../../parts/StatusMark";
import { Time } from "../../parts/Time";
import { to } from "../../router";
import { useResource } from "../../state/resource";
import { daysAgo, isDueToday, now } from "../../state/time";
import { useSigns } from "../../welcome/FirstSteps";
import { lineOf } from "../threads/ThreadRow";
import { t } from "../../words";

/** At most this many are next, and this many quiet. */
const [nextMost, quietMost] = [5, 3];

/** `besides`: the thread that is shown already; `drawn`: whether what stands above is. */
export function Shelves({ besides, drawn }: { besides: string | null; drawn: boolean }) {
  const open = useResource("/api/threads", { query: { limit: 20 } }, { on: ["threads"], later: true });
  const quiet = useResource("/api/threads", { query: { stale: true, limit: quietMost + 1 } }, { on: ["threads", "settings"], later: true });
  const reminders = useResource("/api/reminders", { query: { state: "pending", limit: 20 } }, { on: ["reminders"], later: true });
  const signs = useSigns(); // the first steps stand above: they come first, or with these
  if (!drawn || !settled([open, quiet, reminders, ...Object.values(signs)])) return null;

  const silent = (quiet.data.value ?? []).filter(({ id }) => id !== besides).slice(0, quietMost);
  // What somebody is on, or waits for something, can't be taken up.
  const next = (open.data.value ?? []).filter(({ id, status, lease, snoozed_until: until }) => id !== besides && status === "open" && !(lease && Date.parse(lease.expires_at) > now.value) && !silent.some((one) => one.id === id) && !(until && Date.parse(until) > now.value)).slice(0, nextMost);
  const due = (reminders.data.value ?? []).filter(({ next_at: at }) => at && isDueToday(at));
  return (
    <div class="stack wide">
      <Shelf title={t("now.upNext")}>
        {next.map((thread) => <Row key={thread.id} href={to("thread", { id: thread.id })} mark={<StatusMark mark={markOf(thread)} />} title={thread.summary} line={lineOf(thread)} when={<Time at={thread.last_activity_at} />} />)}
      </Shelf>
      <Shelf title={t("common.today")}>
        {due.map((one) => <Row key={one.id} href={to("reminders")} mark={<Icon name="bell" small />} title={one.text} when={<Time at={one.next_at!} />} />)}
      </Shelf>
      <Shelf title={t("now.quietForAWhile")}>
        {silent.map((thread) => <Row key={thread.id} href={to("thread", { id: thread.id })} mark={<StatusMark mark="quiet" />} title={thread.summary} when={days(daysAgo(thread.last_activity_at))} />)}
      </Shelf>
    </div>
  );
}

const days = (n: number) => (t("now.nDays", { n }));

function Shelf({ title, children }: { title: string; children: ComponentChildren[] }) {
  return children.length === 0 ? null : <section class="shelf"><h2 class="section">{title}</h2><Rows label={title}>{children}</Rows></section>;
}
