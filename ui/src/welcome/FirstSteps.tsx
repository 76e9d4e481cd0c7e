// What a new owner does first. It goes by itself once all is done, for all devices.
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import type { Client } from "../api/types";
import { Button } from "../parts/Button";
import { Icon } from "../parts/Icon";
import { to } from "../router";
import { capture } from "../shell/Capture";
import { overview } from "../state/overview";
import { preferences, prefer } from "../state/preferences";
import { useResource } from "../state/resource";
import { usePolling } from "../state/polling";
import { development, status } from "../state/session";
import { t } from "../words";

const steps = ["password", "agent", "thread", "backup"] as const;
type Step = (typeof steps)[number];

/** Whether an agent is at work, not some other program: it has called over MCP. */
const isConnected = ({ mcp_calls: calls }: Client): boolean => calls > 0;

/** What tells which of the first steps are done. */
export function useSigns() {
  return {
    chosen: preferences(),
    numbers: overview(),
    clients: useResource("/api/clients", {}, { later: true }),
    server: useResource("/api/server", {}, { later: true }),
  };
}

/** Which of the first steps are done: seen by the hub, or ticked off; null while that is not known. */
function useDone(): ReadonlySet<Step> | null {
  const signs = useSigns();
  const ticked = signs.chosen.data.value?.first_steps;
  const numbers = signs.numbers.data.value;
  const clients = signs.clients.data.value, server = signs.server.data.value;
  const connected = Boolean(clients?.some(isConnected));
  const wanted = ticked && !ticked.includes("agent");
  usePolling(signs.clients, Boolean(wanted && !connected));
  // The hub forgets who called when it stops; that an agent was connected stays true.
  useEffect(() => { if (wanted && connected) void prefer({ first_steps: [...ticked, "agent"] }); }, [wanted, connected]);
  if (!ticked || !numbers || !clients || !server || !status.value) return null;
  const seen: Record<Step, boolean> = {
    password: status.value.password_configured,
    agent: connected,
    thread: Object.values(numbers.threads).some((n) => n > 0),
    backup: Boolean(server.backup?.last_success),
  };
  return new Set(steps.filter((step) => seen[step] || ticked.includes(step)));
}

const words: Record<Step, { title: string; text: string; way: JSX.Element }> = {
  password: { get title() { return t("common.createAPassword"); }, get text() { return t("welcome.itSignsInThisDashboard"); }, get way() { return <a class="button outlined" href={to("pane", { pane: "security" })}>{t("welcome.create")}</a>; } },
  agent: { get title() { return t("welcome.connectAnAgent"); }, get text() { return t("welcome.itThenReadsWhereYou"); }, get way() { return <a class="button outlined" href={to("pane", { pane: "agents" })}>{t("welcome.connect")}</a>; } },
  thread: { get title() { return t("welcome.addYourFirstThread"); }, get text() { return t("welcome.oneThingThatCanBe"); }, get way() { return <Button onClick={() => capture()}>{t("common.capture")}</Button>; } },
  backup: { get title() { return t("welcome.makeABackup"); }, get text() { return t("welcome.allOfItInOne"); }, get way() { return <a class="button outlined" href={to("pane", { pane: "data" })}>{t("welcome.download")}</a>; } },
};

/** `drawn`: whether what stands above is. */
export function FirstSteps({ drawn }: { drawn: boolean }) {
  const done = useDone();
  const asked = development.value ? steps.filter((step) => step !== "password") : steps; // there, nobody signs in
  const count = asked.filter((step) => done?.has(step)).length;
  if (!drawn || !done || count === asked.length) return null;
  const tick = (more: readonly Step[], said: string) => void prefer({ first_steps: steps.filter((step) => done.has(step) || more.includes(step)) }, said);
  const next = asked.find((step) => !done.has(step));
  return (
    <section class="first-steps" aria-labelledby="first-steps">
      <header class="line">
        <h2 class="section grow" id="first-steps">{t("welcome.firstSteps")} <span class="count">{t("common.nOf", { n: count, all: asked.length })}</span></h2>
        <Button kind="bare" onClick={() => tick(steps, t("welcome.theFirstStepsArePut"))}>{t("common.hide")}</Button>
      </header>
      <ol class="rows">
        {asked.map((step) => {
          const { title, text, way } = words[step];
          const is = done.has(step);
          return (
            <li key={step} class={is ? "first-step done" : "first-step"}>
              <span class={is ? "status done" : "status"}><Icon name={is ? "check" : "ring"} small /><span class="unseen">{t(is ? "welcome.doneMark" : "welcome.toDo")} </span></span>
              <div>
                <h3><span class={step === next ? "here" : undefined}>{title}</span></h3>
                {!is && <p class="meta">{text}</p>}
              </div>
              {!is && <div class="line">{way}{(step === "agent" || step === "backup") && <Button kind="bare" label={t("welcome.titleDone", { title })} onClick={() => tick([step], t("welcome.tickedOff"))}>{t("common.done")}</Button>}</div>}
            </li>
          );
        })}
      </ol>
    </section>
  );
}
