// What an agent works on, for how long still, what it has changed, and the ways to step in.
import type { AgentDay, HeldThread } from "../../api/types";
import { Button, ButtonLink } from "../../parts/Button";
import { Icon } from "../../parts/Icon";
import { type Mark, Silhouette } from "../../parts/StatusMark";
import { to } from "../../router";
import { line } from "../../state/events";
import { projectTitle } from "../../state/projects";
import { release } from "../../state/threadActs";
import { clockTime, now, relativeTime } from "../../state/time";
import { takeBack } from "../../state/takeBack";
import { t } from "../../words";
import { rich } from "../../words/rich";
import type { Span } from "./axis";
import { LaneBar } from "./LaneBar";
import { fullName, Name } from "./Name";

/** After so long without a sign the lane says so, in milliseconds. */
const silence = 15 * 60_000;

export function Lane({ agent, held, span }: { agent: AgentDay; held: HeldThread; span: Span }) {
  const { lease } = held;
  if (!lease) return null;
  const changes = agent.latest.filter(({ at }) => at >= held.held_since);
  return (
    <li class="lane">
      <div class="lane-who">
        <Icon name="agent" />
        <div><h3><Name of={agent} /></h3><Sign agent={agent} blocked={held.status === "blocked"} /></div>
      </div>
      <div class="lane-what">
        <p><a href={to("thread", { id: held.id })} dir="auto">{held.summary}</a></p>
        <p class="meta"><span dir="auto">{projectTitle(held.project_slug)}</span></p>
      </div>
      <div class="lane-time">
        <LaneBar span={span} from={Date.parse(held.held_since)} to={Date.parse(lease.expires_at)} changes={changes.map(({ at }) => Date.parse(at))} />
        <p class="meta">{rich("agents.heldUntil", { time: <strong>{clockTime(lease.expires_at)}</strong>, left: relativeTime(lease.expires_at) })}</p>
      </div>
      <Changes agent={agent} />
      <div class="lane-acts">
        <ButtonLink kind="bare" href={to("thread", { id: held.id })}>{t("agents.open")}<span class="unseen">: {held.summary}</span></ButtonLink>
        <Button kind="bare" label={t("agents.releaseTitle", { title: held.summary })} onClick={() => void release(held)}>{t("threads.release")}</Button>
        {changes.length > 0 && (
          <Button kind="bare" icon="undo" label={t("agents.undoNameSince", { name: fullName(agent), time: clockTime(held.held_since) })} onClick={() => void takeBack({ source_tool: agent.name, ...(agent.via !== null && { via: agent.via }) }, held.held_since)}>
            {t("agents.undoSince", { time: clockTime(held.held_since) })}
          </Button>
        )}
      </div>
    </li>
  );
}

/** When it was last heard of: a shape and a word. */
function Sign({ agent: { last_at: at }, blocked }: { agent: AgentDay; blocked: boolean }) {
  if (!at) return null;
  const time = relativeTime(at);
  const [mark, words]: [Mark, string] = blocked ? ["blocked", t("agents.waits", { time })] : now.value - Date.parse(at) > silence ? ["quiet", t("agents.noSign", { time })] : ["working", time];
  return <p class={`status ${mark}`}><Silhouette mark={mark} /><span>{words}</span></p>;
}

function Changes({ agent: { changes, latest } }: { agent: AgentDay }) {
  if (changes === 0) return <p class="meta lane-changes">{t("agents.noChangesToday")}</p>;
  return (
    <details class="disclosure lane-changes">
      <summary>{t("agents.changesToday", { n: changes })}</summary>
      <ol class="lane-latest">
        {latest.map((event) => <li key={event.id}><time dateTime={event.at}>{clockTime(event.at)}</time><span dir="auto">{line(event)}</span></li>)}
        {changes > latest.length && <li><span /><span>{t("common.andMore", { n: changes - latest.length })}</span></li>}
      </ol>
    </details>
  );
}
