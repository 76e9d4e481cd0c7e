// Beside the list as long as no thread is chosen: what lies still, by age, and who holds what until when.
import type { Thread } from "../../api/types";
import { ButtonLink } from "../../parts/Button";
import { Icon } from "../../parts/Icon";
import { settled } from "../../parts/Rest";
import { Facts, Row, Rows } from "../../parts/Row";
import { StatusMark } from "../../parts/StatusMark";
import { to } from "../../router";
import { projectTitle } from "../../state/projects";
import { usePages } from "../../state/resource";
import { briefTime, daysAgo, now } from "../../state/time";
import { holderOf, owner } from "../../state/holder";
import { t } from "../../words";
import { minutesFor } from "./minutes";
import { workerOf } from "./ThreadRow";
import "./landing.css";

/** How many of the quiet ones are shown. */
const most = 10;
/** Where somebody is on a thread, it is among so many that were worked on last. */
const recent = 100;
/** The age at which the line has its whole length, in days. */
const longest = 45;

const ages = [
  { from: 30, get title() { return t("threads.aMonthOrMore"); } }, { from: 14, get title() { return t("threads.twoToFourWeeks"); } },
  { from: 7, get title() { return t("threads.oneToTwoWeeks"); } }, { from: 0, get title() { return t("threads.underAWeek"); } },
];

export default function Landing() {
  const quiet = usePages("/api/threads", { query: { stale: true, limit: most } }, { on: ["threads", "settings"], later: true });
  const active = usePages("/api/threads", { query: { sort: "activity", limit: recent } }, { on: ["threads", "settings"], later: true });
  if (!settled([quiet, active])) return null;
  const { items = [], total = 0 } = quiet.data.value ?? {};
  const held = (active.data.value?.items ?? []).filter(({ lease }) => lease && Date.parse(lease.expires_at) > now.value)
    .sort((a, b) => Date.parse(a.lease!.expires_at) - Date.parse(b.lease!.expires_at));
  if (items.length + held.length === 0) return <p class="split-hint">{t("threads.chooseAThreadToSee")}</p>;
  return (
    <div class="landing">
      <div class="landing-parts">
        {items.length > 0 && (
          <div class="well sweep-box">
            <StatusMark mark="quiet" />
            <div class="grow"><h2>{t("threads.nQuiet", { n: total })}</h2><p class="meta">{t("threads.oneCardEach")} {t("threads.aboutMinutesStop", { n: minutesFor(total) })}</p></div>
            <ButtonLink kind="ink" href={to("sweep")}>{t("threads.sweepN", { n: total })}</ButtonLink>
          </div>
        )}
        {held.length > 0 && (
          <section class="landing-held">
            <h2 class="section">{t("threads.whoIsOnWhat")}</h2>
            <Rows label={t("threads.whoIsOnWhat")}>
              {held.map((thread) => <Row key={thread.id} href={to("thread", { id: thread.id })} mark={<Icon name={thread.lease!.holder === owner ? "you" : "agent"} />} title={thread.summary} line={t("event.heldUntil", { holder: holderOf(thread.lease!), time: briefTime(thread.lease!.expires_at) })} />)}
            </Rows>
          </section>
        )}
        {items.length > 0 && <Quiet items={items} total={total} />}
      </div>
    </div>
  );
}

function Quiet({ items, total }: { items: readonly Thread[]; total: number }) {
  const groups = ages.map(({ from, title }, i) => ({ title, threads: items.filter(({ last_activity_at: at }) => daysAgo(at) >= from && daysAgo(at) < (ages[i - 1]?.from ?? Infinity)) }));
  return (
    <section>
      <h2 class="section">{t("threads.quietOldestFirst")}</h2>
      {groups.filter(({ threads }) => threads.length > 0).map(({ title, threads }) => (
        <section key={title} class="age"><h3 class="meta">{title}</h3><ul>{threads.map((thread) => <Aged key={thread.id} thread={thread} />)}</ul></section>
      ))}
      {total > items.length && <p class="list-end"><span>{t("threads.nOfTotal", { n: items.length, total })}</span> <a href={to("threads", null, { view: "quiet" })}>{t("threads.showAll")}</a></p>}
    </section>
  );
}

/** How long ago it was left: a line back from today, and in days. */
function Aged({ thread }: { thread: Thread }) {
  const days = daysAgo(thread.last_activity_at);
  const from = `${100 - Math.min(days / longest, 1) * 96}%`;
  return (
    <li>
      <a href={to("thread", { id: thread.id })}>
        <span class="age-title" dir="auto">{thread.summary}</span>
        <Facts of={[<span key="p" dir="auto">{projectTitle(thread.project_slug)}</span>, workerOf(thread)].filter(Boolean)} />
        <svg class="age-line" aria-hidden="true"><line x1="0" x2="100%" y1="5" y2="5" /><line class="age-since" x1={from} x2="100%" y1="5" y2="5" /><circle cx={from} cy="5" r="3.5" /></svg>
        <span class="age-days">{t("now.nDays", { n: days })}</span>
      </a>
    </li>
  );
}
