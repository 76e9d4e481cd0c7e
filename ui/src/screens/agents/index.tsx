// The agents' board: what waits for the owner, who works on what and until when, who was here.
import type { AgentDay } from "../../api/types";
import { ButtonLink } from "../../parts/Button";
import { Icon } from "../../parts/Icon";
import { Empty, Loaded } from "../../parts/Rest";
import { to } from "../../router";
import { owner } from "../../state/holder";
import { usePolling } from "../../state/polling";
import { useResource } from "../../state/resource";
import { clockTime, now, relativeTime } from "../../state/time";
import { t } from "../../words";
import { hoursIn, placeIn, type Span, spanOf } from "./axis";
import { Lane } from "./Lane";
import { fullName, Name } from "./Name";
import { Waiting } from "./Waiting";
import "./agents.css";

export default function Agents() {
  const board = useResource("/api/agents", {});
  usePolling(board); // a call that changes nothing is a sign of life, and no event
  return <div class="page board"><Loaded of={board}>{({ agents }) => <Board agents={agents.filter(({ name }) => name !== owner)} />}</Loaded></div>;
}

function Board({ agents }: { agents: readonly AgentDay[] }) {
  const lanes = agents.flatMap((agent) => agent.held.map((held) => ({ agent, held })));
  const idle = agents.filter(({ held }) => held.length === 0);
  const span = spanOf(lanes.flatMap(({ held }) => [Date.parse(held.held_since), Date.parse(held.lease?.expires_at ?? held.held_since)]), now.value);
  return (
    <>
      <Waiting agents={agents} />
      {lanes.length > 0
        ? (
          <section aria-labelledby="at-work">
            <div class="lanes-head"><h2 class="day" id="at-work">{t("agents.atWork")} <span class="count">{lanes.length}</span></h2><Axis span={span} /></div>
            <ul class="lanes">{lanes.map(({ agent, held }) => <Lane key={held.id} agent={agent} held={held} span={span} />)}</ul>
            <Legend />
          </section>
        )
        : <Empty title={t("agents.nobodyIsAtWork")} action={<ButtonLink href={to("pane", { pane: "agents" })}>{t("agents.connect")}</ButtonLink>}>{t("agents.whoClaims")}</Empty>}
      {idle.length > 0 && (
        <section aria-labelledby="idle">
          <h2 class="day" id="idle">{t("agents.idle")} <span class="count">{idle.length}</span></h2>
          <ul class="idle">{idle.map((agent) => <Idle key={fullName(agent)} agent={agent} />)}</ul>
        </section>
      )}
    </>
  );
}

const Idle = ({ agent }: { agent: AgentDay }) => {
  const { name, last_at: at, changes } = agent;
  return (
    <li>
      <Icon name="agent" small />
      <div>
        <p><a href={to("activity", null, { who: name })}><Name of={agent} /></a></p>
        <p class="meta">{at && t("agents.lastSeen", { time: relativeTime(at) })}{changes > 0 && `, ${t("agents.changesToday", { n: changes })}`}</p>
      </div>
    </li>
  );
};

/** The hours above the lanes, now among them. */
function Axis({ span }: { span: Span }) {
  const text = (time: number, kind: string) => {
    const at = placeIn(span, time);
    return <text key={time} class={kind} x={`${at}%`} y="14" text-anchor={at < 4 ? "start" : at > 96 ? "end" : "middle"}>{clockTime(new Date(time).toISOString())}</text>;
  };
  return <svg class="lanes-axis" aria-hidden="true">{hoursIn(span, now.value).map((time) => text(time, ""))}{text(now.value, "is")}</svg>;
}

const Legend = () => (
  <p class="meta legend">
    <span><svg class="legend-mark" aria-hidden="true"><rect class="gone" x="0" y="2" width="24" height="10" rx="5" /></svg>{t("agents.heldSoFar")}</span>
    <span><svg class="legend-mark" aria-hidden="true"><rect class="left" x=".5" y="2.5" width="23" height="9" rx="4.5" /></svg>{t("agents.stillToRun")}</span>
    <span><svg class="legend-mark" aria-hidden="true">{[6, 12, 18].map((x) => <line key={x} class="tick" x1={x} x2={x} y1="4" y2="10" />)}</svg>{t("agents.aChange")}</span>
  </p>
);
