// The week in at most five sentences, each with a way to what it counts.
import type { ComponentChildren } from "preact";
import type { Activity, Overview } from "../../api/types";
import { Copy } from "../../parts/Copy";
import { to } from "../../router";
import { projectTitle } from "../../state/projects";
import { t } from "../../words";
import { rich } from "../../words/rich";
import { weekOfNow } from "./lookBack";
import { sum } from "./weeks";

/** In the address, the owner; no agent has such a name. */
export const you = "(you)";

const total = (numbers: readonly number[]) => numbers.reduce((all, n) => all + n, 0);

/** What the last seven days come to. */
export function weekIn(activity: Activity, { days, threads, stale }: Pick<Overview, "days" | "threads" | "stale">) {
  const week = activity.days.slice(-7), counted = days.slice(-7);
  const [most] = activity.projects.map(({ slug, changes }) => ({ slug, n: total(changes.slice(-7)) })).sort((a, b) => b.n - a.n);
  return {
    owner: sum(week, "owner"), agents: sum(week, "agents"), finished: total(counted.map((day) => day.finished)), added: total(counted.map((day) => day.added)),
    most: most && most.n > 0 ? most : null, blocked: threads.blocked ?? 0, quiet: stale,
  };
}

const link = (href: string) => (words: string): ComponentChildren => <a href={href}>{words}</a>;

export function Week({ activity, overview }: { activity: Activity; overview: Overview }) {
  const { owner, agents, finished, added, most, blocked, quiet } = weekIn(activity, overview);
  const kind = (name: string) => link(to("activity", null, { kind: name }));
  return (
    <div class="week">
      <h2>{t("activity.theWeekInAFew")}</h2>
      <ol>
        <li><p>{rich("activity.saysChanges", { n: owner + agents, owner, agents, a: link(to("activity", null, { who: you })), b: link(to("agents")) })}</p></li>
        <li><p>{finished > 0 ? rich("activity.saysFinished", { n: finished, a: kind("thread.done") }) : t("activity.saysNothing")}</p></li>
        {added > 0 && <li><p>{rich("activity.saysAdded", { n: added, a: kind("thread.created") })}</p></li>}
        {most && <li><p>{rich("activity.saysMost", { n: most.n, project: <a href={to("project", { slug: most.slug })} dir="auto">{projectTitle(most.slug)}</a> })}</p></li>}
        {blocked + quiet > 0 && <li><p>{rich("activity.saysWaiting", { n: blocked, quiet, a: link(to("threads", null, { view: "blocked" })), b: link(to("threads", null, { view: "quiet" })) })}</p></li>}
      </ol>
      <p><Copy text={weekOfNow} label={t("activity.copyTheWeek")} /></p>
    </div>
  );
}
