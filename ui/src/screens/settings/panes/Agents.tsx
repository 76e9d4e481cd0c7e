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

const never = { on: [] }; // no event tells of a call

export default function Agents() {
  const server = useResource("/api/server", {}, never);
  const clients = useResource("/api/clients", {}); // each change may be by one that is new
  usePolling(clients);
  return (
    <Together of={[server, clients]}>
      <p class="meta">Each program reads the access token from its own environment. The hub never shows it here.</p>
      <section>
        <h3>Seen so far</h3>
        <Loaded of={clients}>{(list) => <Clients list={list} since={server.data.value?.started_at} />}</Loaded>
      </section>
      <section>
        <h3>Connect a program</h3>
        <Loaded of={server}>{(known) => <Connect server={known} />}</Loaded>
      </section>
      <section>
        <h3>Rules for agents</h3>
        <p>A short text that tells an agent when to read, to claim, to save and to pause. It is the same in three forms: take the one your program reads.</p>
        <Rules />
      </section>
    </Together>
  );
}

const forms = [
  { id: "block", name: "A block of AGENTS.md", where: "In AGENTS.md, CLAUDE.md, GEMINI.md or the like" },
  { id: "rule", name: "A rule of Cursor", where: "As .cursor/rules/progress-hub.mdc" },
  { id: "skill", name: "A skill", where: "As .claude/skills/progress-hub/SKILL.md, or where your program keeps skills" },
] as const;

function Rules() {
  const [form, setForm] = useState<keyof typeof rules>("block");
  const { id, where } = forms.find((one) => one.id === form)!;
  return (
    <div class="stack">
      <Select label="Form" value={form} onInput={(id) => setForm(id as typeof form)} options={forms.map((one) => ({ value: one.id, label: one.name }))} />
      <Copyable label={where} text={rules[id]} tall />
    </div>
  );
}

function Clients({ list, since }: { list: readonly Client[]; since: string | undefined }) {
  const started = since ? `since the hub started, ${dayTime(since)}` : "since the hub started";
  if (list.length === 0) return <p>Nothing has arrived {started}. Connect a program below, then ask it: what was I doing?</p>;
  return (
    <>
      <ul class="group clients">{list.map((client) => <li key={client.name}><One client={client} /></li>)}</ul>
      <p class="meta">A program that is not in the list has never arrived {started}: look at the address it was given, and whether its machine reaches it.</p>
    </>
  );
}

/** Why a program was turned away: the first words of what the hub noted, and the rest. */
function refusal(error: string | null): [short: string, rest: string] {
  const [, short = "arrived without a credential", rest = ""] = /^(arrived with[^:]*)(?::\s*(.*))?$/s.exec(error ?? "") ?? [];
  return [sentence(short).slice(0, -1), sentence(rest)];
}

function One({ client: { name, kind, calls, last_at: at, last_call: call, last_error: error, last_error_at: failedAt, authenticated } }: { client: Client }) {
  const [short, rest] = refusal(error);
  return (
    <>
      <p class="line">
        <strong dir="auto">{name}</strong>
        {authenticated ? <span class="status done"><Icon name="check" small />Connected</span> : <span class="status blocked"><Icon name="warn" small />{short}</span>}
      </p>
      <Facts of={[<span key="l">{authenticated ? "Last call" : "Last tried"} <Time at={at} words />: <span class="mono">{call}</span></span>, kind === "mcp" ? "MCP" : "REST", `${calls} ${calls === 1 ? "call" : "calls"}`]} />
      {!authenticated && <p>{rest || `Set ${variable} where the program starts, and start it again.`}</p>}
      {authenticated && error && <p class="meta">Last error{failedAt && <>, <time dateTime={failedAt} title={fullTime(failedAt)}>{relativeTime(failedAt)}</time></>}: {error}</p>}
    </>
  );
}

function Connect({ server }: { server: Server }) {
  const url = (server.public_url ?? server.seen_url).replace(/\/$/, "") + "/mcp";
  const guide = guides.find(({ id }) => id === route.value.query.get("client")) ?? guides[0]!;
  const pieces = guide.pieces(url);
  return (
    <div class="stack wide">
      <Select label="Program" value={guide.id} onInput={(client) => setQuery({ client })} options={guides.map(({ id, name }) => ({ value: id, label: name }))} />
      {pieces.map(({ where, text }) => <Copyable key={guide.id + where} label={where} text={text} />)}
      {guide.note && <p>{guide.note}</p>}
      {pieces.length > 0 && (
        <ol class="steps meta">
          <li>Keep the access token in {variable} where the program starts, such as the profile of your shell.</li>
          <li>Do what stands above, and start the program again.</li>
          <li>Ask it: what was I doing? It appears in the list at its first call.</li>
        </ol>
      )}
      {server.development_mode && <p class="meta">This hub is in development mode: it takes no token, and only programs on this machine get in.</p>}
    </div>
  );
}
