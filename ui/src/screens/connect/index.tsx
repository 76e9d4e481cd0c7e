// A program asks to be connected: the owner sees where the permission goes, and decides. Then the
// browser goes back to the program.
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { api } from "../../api/client";
import type { ConnectionRequest, Token } from "../../api/types";
import { Button } from "../../parts/Button";
import { Card } from "../../parts/Card";
import { Field, Select } from "../../parts/Field";
import { Icon, type IconName } from "../../parts/Icon";
import { Loaded } from "../../parts/Rest";
import type { ScreenProps } from "../../places";
import { to } from "../../router";
import { change } from "../../state/change";
import { usePolling } from "../../state/polling";
import { useResource } from "../../state/resource";
import { useSteady } from "../../state/steady";
import { clockTime } from "../../state/time";
import { t } from "../../words";
import { rich } from "../../words/rich";
import { scopes } from "../settings/words";
import "./connect.css";

export default function Connect({ params: { id = "" } }: ScreenProps) {
  return <div class="page connect"><Asked key={id} id={id} /></div>;
}

interface Decision {
  allowed: boolean;
  name: string;
}

function Asked({ id }: { id: string }) {
  const [decision, setDecision] = useState<Decision | null>(null);
  const request = useResource("/api/oauth/requests/{id}", { path: { id } }, { on: [] });
  const gone = request.error.value?.status === 404;
  usePolling(request, !gone && !decision);
  if (decision) return <Decided {...decision} />;
  if (gone) return <Over title={t("connect.requestIsOver")}><p>{t("connect.beginAgainThere")}</p></Over>;
  return <Loaded of={request}>{(asked) => <Decide request={asked} decided={setDecision} gone={() => void request.refetch()} />}</Loaded>;
}

function Decide({ request, decided, gone }: { request: ConnectionRequest; decided: (how: Decision) => void; gone: () => void }) {
  const { id, client_name: client, redirect_host: host, scope: most } = request;
  const [name, setName] = useState(request.name);
  const [scope, setScope] = useState<Token["scope"]>(most);
  const [wrong, setWrong] = useState("");
  const [busy, setBusy] = useState(false);
  const steady = useSteady();
  const decide = async (allowed: boolean) => {
    if (allowed && !steady) return;
    if (allowed && !name.trim()) return setWrong(t("connect.giveItAName"));
    setWrong("");
    setBusy(true);
    const path = { path: { id } };
    const answer = await change({
      send: () => (allowed ? api.post("/api/oauth/requests/{id}/approve", { ...path, body: { name: name.trim(), scope } }) : api.post("/api/oauth/requests/{id}/deny", path)),
      refused: (why) => (why.status === 404 ? gone() : setWrong(why.of("name") || why.sentence)),
    });
    setBusy(false);
    if (!answer) return;
    decided({ allowed, name: allowed ? name.trim() : client || host });
    location.assign(answer.data.redirect); // a scheme of the program's own leaves this page open
  };
  return (
    <Card label={t("connect.aProgramConnects")}>
      <h2>{t("connect.aProgramConnects")}</h2>
      <div>
        <p class="label">{t("connect.permissionGoesTo")}</p>
        <p class="connect-host mono" dir="ltr">{host}</p>
      </div>
      <Care request={request} />
      <dl class="connect-who">
        <dt>{t("connect.itCallsItself")}</dt>
        <dd>{client ? <q dir="auto">{client}</q> : t("connect.itGivesNoName")}</dd>
        <dt>{t("connect.whoItIs")}</dt>
        <dd>{request.client_host ? rich("connect.hostPublishes", { host: <bdi dir="ltr" class="mono">{request.client_host}</bdi> }) : t("connect.registeredItself")}</dd>
        <dt>{t("connect.waitsUntil")}</dt>
        <dd>{clockTime(request.expires_at)}</dd>
      </dl>
      <form class="stack" noValidate onSubmit={(e) => { e.preventDefault(); void decide(true); }}>
        <Field label={t("connect.nameOfTheConnector")} value={name} onInput={setName} error={wrong} hint={t("common.standsInTheHistory")} />
        {most === "write" && <Select label={t("common.itMay")} value={scope} onInput={(next) => setScope(next as Token["scope"])} options={[{ value: "write", label: scopes.write }, { value: "read", label: scopes.read }]} />}
        <ul class="connect-may">
          <May icon="check">{t(most === "write" ? "connect.itReads" : "connect.itOnlyReads")}</May>
          {scope === "write" && <May icon="check">{t("connect.itChanges")}</May>}
          <May icon="lock">{t("connect.staysYours")}</May>
        </ul>
        <div class="acts">
          <Button type="submit" kind="ink" icon="check" busy={busy} disabled={!steady}>{t("connect.allow")}</Button>
          <Button icon="close" busy={busy} onClick={() => void decide(false)}>{t("connect.deny")}</Button>
        </div>
      </form>
    </Card>
  );
}

/** When to allow it. On this machine, neither a port nor a scheme says which program listens there. */
function Care({ request: { loopback, app } }: { request: ConnectionRequest }) {
  if (!loopback && !app) return <p>{t("connect.allowIfKnown")}</p>;
  return <p class="connect-care"><Icon name="warn" /><span>{t("connect.anyProgramHere")}</span></p>;
}

const May = ({ icon, children }: { icon: IconName; children: ComponentChildren }) => <li><Icon name={icon} small /><span>{children}</span></li>;

const Decided = ({ allowed, name }: Decision) => (
  <Over title={rich(allowed ? "connect.allowedName" : "connect.deniedName", { name: <bdi>{name}</bdi> })}>
    <p>{t("connect.goesBack")}</p>
  </Over>
);

/** Nothing is left to decide. What had the focus is gone, so the title takes it. */
function Over({ title, children }: { title: ComponentChildren; children: ComponentChildren }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => heading.current!.focus(), []);
  return (
    <div class="stack">
      <h2 ref={heading} tabIndex={-1}>{title}</h2>
      {children}
      <p><a href={to("pane", { pane: "agents" })}>{t("connect.seeAllTokens")}</a></p>
    </div>
  );
}
