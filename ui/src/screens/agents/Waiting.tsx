// What agents wait for the owner to do: requests, threads that can't go on, conflicts of the forge.
import type { ComponentChildren } from "preact";
import type { AgentDay, Approval } from "../../api/types";
import { ButtonLink } from "../../parts/Button";
import { Card } from "../../parts/Card";
import { Icon } from "../../parts/Icon";
import { StatusMark } from "../../parts/StatusMark";
import { Time } from "../../parts/Time";
import { to } from "../../router";
import { usePages, useResource } from "../../state/resource";
import { said, t } from "../../words";
import { rich } from "../../words/rich";
import { Name } from "./Name";

/** How many requests are shown one by one. */
const most = 3;

export function Waiting({ agents }: { agents: readonly AgentDay[] }) {
  const requests = usePages("/api/approvals", { query: { state: "pending" } }).data.value;
  const conflicts = useResource("/api/forge/conflicts", {}, { on: ["projects", "wiki"], later: true }).data.value ?? [];
  const asked = requests?.items ?? [];
  const blocked = agents.flatMap((agent) => agent.held.filter(({ status }) => status === "blocked").map((thread) => ({ agent, thread })));
  if (asked.length + blocked.length + conflicts.length === 0) return null;
  return (
    <Card label={t("agents.waitingForYou")}>
      <h2 class="day">{t("agents.waitingForYou")}</h2>
      <ul class="asks">
        {asked.slice(0, most).map((one, i) => <Request key={one.id} request={one} first={i === 0} />)}
        {asked.length > most && <Ask mark={<Icon name="check" small />} act={<ButtonLink href={to("approvals")}>{t("shell.review")}</ButtonLink>}>{t("agents.moreRequests", { n: (requests?.total ?? asked.length) - most })}</Ask>}
        {blocked.map(({ agent, thread }) => (
          <Ask key={thread.id} mark={<StatusMark mark="blocked" />} note={thread.blocked_reason} act={<ButtonLink href={to("thread", { id: thread.id })}>{t("agents.answer")}</ButtonLink>}>
            {rich("agents.cannotGoOn", { name: <strong><Name of={agent} /></strong>, title: <bdi>{thread.summary}</bdi> })}
          </Ask>
        ))}
        {conflicts.length > 0 && (
          <Ask mark={<Icon name="merge" small />} act={<ButtonLink href={to("pane", { pane: "forge" })}>{t("agents.compare")}</ButtonLink>}>{t("agents.conflicts", { n: conflicts.length })}</Ask>
        )}
      </ul>
    </Card>
  );
}

const Request = ({ request, first }: { request: Approval; first: boolean }) => (
  <Ask mark={<Icon name="check" small />} note={request.reason} act={<ButtonLink kind={first ? "ink" : "outlined"} href={to("approvals")}>{t("shell.review")}</ButtonLink>}>
    <strong dir="auto">{request.source_tool ?? t("common.anAgent")}</strong>: <bdi>{said(request.effect, request.effect_said)}.</bdi> <span class="meta"><Time at={request.created_at} words /></span>
  </Ask>
);

const Ask = ({ mark, note, act, children }: { mark: ComponentChildren; note?: string | null; act: ComponentChildren; children: ComponentChildren }) => (
  <li>
    {mark}
    <div><p>{children}</p>{note && <p class="meta" dir="auto">{note}</p>}</div>
    <div class="ask-act">{act}</div>
  </li>
);
