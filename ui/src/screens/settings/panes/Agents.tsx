// How agents connect, and which were seen.
import { sentence } from "../../../api/refusal";
import type { Client, Server } from "../../../api/types";
import { useState } from "preact/hooks";
import { Copyable } from "../../../parts/Copyable";
import { Select } from "../../../parts/Field";
import { Icon } from "../../../parts/Icon";
import { Loaded, Together } from "../../../parts/Rest";
import { Facts } from "../../../parts/Row";
import { Time } from "../../../parts/Time";
import { route, setQuery } from "../../../router";
import { useResource } from "../../../state/resource";
import { usePolling } from "../../../state/polling";
import { dayTime, fullTime, relativeTime } from "../../../state/time";
import { guides, variable } from "../guides";
import { rules } from "../rules";
import { Connector } from "../Connector";
import { Tokens, useTokens } from "../Tokens";
import { t } from "../../../words";
import { rich } from "../../../words/rich";

const never = { on: [] }; // no event tells of a call

export default function Agents() {
  const server = useResource("/api/server", {}, never);
  const clients = useResource("/api/clients", {}); // each change may be by one that is new
  const tokens = useTokens();
  usePolling(clients);
  usePolling(tokens);
  return (
    <Together of={[server, clients, tokens]}>
      <p class="meta">{t("settings.eachProgramReadsTheAccess")}</p>
      <section>
        <h3>{t("settings.seenSoFar")}</h3>
        <Loaded of={clients}>{(list) => <Clients list={list} since={server.data.value?.started_at} />}</Loaded>
      </section>
      <section class="wide">
        <h3>{t("settings.tokens")}</h3>
        <Loaded of={server}>{({ development_mode: open }) => (open ? <p>{t("settings.tokensNone")}</p> : <Tokens of={tokens} />)}</Loaded>
      </section>
      <section>
        <h3>{t("settings.connectByAddress")}</h3>
        <Loaded of={server}>{({ connector_url: url }) => <Connector url={url} />}</Loaded>
      </section>
      <section>
        <h3>{t("settings.connectAProgram")}</h3>
        <Loaded of={server}>{(known) => <Connect server={known} />}</Loaded>
      </section>
      <section>
        <h3>{t("settings.rulesForAgents")}</h3>
        <p>{t("settings.aShortTextThatTells")}</p>
        <Rules />
      </section>
    </Together>
  );
}

const forms = [
  { id: "block", get name() { return t("settings.aBlockOfAgentsMd"); }, get where() { return t("settings.inAgentsMdClaudeMd"); } },
  { id: "rule", get name() { return t("settings.aRuleOfCursor"); }, get where() { return t("settings.asCursorRulesProgressHub"); } },
  { id: "skill", get name() { return t("settings.aSkill"); }, get where() { return t("settings.asClaudeSkillsProgressHub"); } },
] as const;

function Rules() {
  const [form, setForm] = useState<keyof typeof rules>("block");
  const { id, where } = forms.find((one) => one.id === form)!;
  return (
    <div class="stack">
      <Select label={t("settings.form")} value={form} onInput={(id) => setForm(id as typeof form)} options={forms.map((one) => ({ value: one.id, label: one.name }))} />
      <Copyable label={where} text={rules[id]} tall />
    </div>
  );
}

function Clients({ list, since }: { list: readonly Client[]; since: string | undefined }) {
  const started = since ? t("settings.sinceTheHubStartedTime", { time: dayTime(since) }) : t("settings.sinceTheHubStarted");
  if (list.length === 0) return <p>{t("settings.nothingArrived", { started })}</p>;
  return (
    <>
      <ul class="group clients">{list.map((client) => <li key={client.name}><One client={client} /></li>)}</ul>
      <p class="meta">{t("settings.notInList", { started })}</p>
    </>
  );
}

/** Why a program was turned away: the first words of what the hub noted, and the rest. */
function refusal(error: string | null): [short: string, rest: string] {
  const [, short = t("settings.arrivedWithoutACredential"), rest = ""] = /^(arrived with[^:]*)(?::\s*(.*))?$/s.exec(error ?? "") ?? [];
  return [sentence(short).slice(0, -1), sentence(rest)];
}

function One({ client: { name, kind, calls, last_at: at, last_call: call, last_error: error, last_error_at: failedAt, authenticated } }: { client: Client }) {
  const [short, rest] = refusal(error);
  return (
    <>
      <p class="line">
        <strong dir="auto">{name}</strong>
        {authenticated ? <span class="status done"><Icon name="check" small />{t("settings.connected")}</span> : <span class="status blocked"><Icon name="warn" small />{short}</span>}
      </p>
      <Facts of={[<span key="l">{rich(authenticated ? "settings.lastCallAt" : "settings.lastTriedAt", { time: <Time at={at} words />, call: <span class="mono">{call}</span> })}</span>, kind === "mcp" ? "MCP" : "REST", t("settings.calls", { n: calls })]} />
      {!authenticated && <p>{rest || t("settings.setVariableWhereTheProgram", { variable })}</p>}
      {authenticated && error && <p class="meta">{rich(failedAt ? "settings.lastErrorAt" : "settings.lastError", { error, time: failedAt && <time dateTime={failedAt} title={fullTime(failedAt)}>{relativeTime(failedAt)}</time> })}</p>}
    </>
  );
}

function Connect({ server }: { server: Server }) {
  const url = (server.public_url ?? server.seen_url).replace(/\/$/, "") + "/mcp";
  const guide = guides.find(({ id }) => id === route.value.query.get("client")) ?? guides[0]!;
  const pieces = guide.pieces(url);
  return (
    <div class="stack wide">
      <Select label={t("settings.program")} value={guide.id} onInput={(client) => setQuery({ client })} options={guides.map(({ id, name }) => ({ value: id, label: name }))} />
      {pieces.map(({ where, text }) => <Copyable key={guide.id + where} label={where} text={text} />)}
      {guide.note && <p>{guide.note}</p>}
      {pieces.length > 0 && (
        <ol class="steps meta">
          {guide.refers && <li>{t("settings.keepToken", { variable })}</li>}
          <li>{t("settings.doWhatStandsAboveAnd")}</li>
          <li>{t("settings.askItWhatWasI")}</li>
        </ol>
      )}
      {server.development_mode && <p class="meta">{t("settings.thisHubIsInDevelopment")}</p>}
    </div>
  );
}
