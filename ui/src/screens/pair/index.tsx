// A program on some machine asks for a token: the owner compares the code and decides.
import { useEffect, useState } from "preact/hooks";
import { api } from "../../api/client";
import type { Pairing, Token } from "../../api/types";
import { Button } from "../../parts/Button";
import { Card } from "../../parts/Card";
import { Field, Select } from "../../parts/Field";
import { Icon } from "../../parts/Icon";
import { Loaded } from "../../parts/Rest";
import type { ScreenProps } from "../../places";
import { to } from "../../router";
import { change } from "../../state/change";
import { usePolling } from "../../state/polling";
import { useResource } from "../../state/resource";
import { clockTime } from "../../state/time";
import { t } from "../../words";
import { rich } from "../../words/rich";
import { scopes } from "../settings/words";
import "./pair.css";

export default function Pair({ params: { id = "" } }: ScreenProps) {
  const pairing = useResource("/api/pairings/{id}", { path: { id } }, { on: [] });
  usePolling(pairing);
  return (
    <div class="page pair">
      <Loaded of={pairing}>
        {(asked) => (asked.state === "waiting" ? <Decide pairing={asked} decided={() => void pairing.refetch()} /> : <Decided pairing={asked} />)}
      </Loaded>
    </div>
  );
}

function Decide({ pairing: { id, name, code, client, replaces, expires_at: until }, decided }: { pairing: Pairing; decided: () => void }) {
  const [called, setCalled] = useState(name);
  const [scope, setScope] = useState<Token["scope"]>("write");
  const [wrong, setWrong] = useState("");
  const [busy, setBusy] = useState(false);
  const [others, setOthers] = useState<readonly string[]>([]);
  // No resource: the settings would show the same list again, without the token that is taken meanwhile.
  const look = () => void api.get("/api/tokens").then(
    ({ data }) => setOthers(data.flatMap((one) => (one.kind === "named" ? one.name : []))),
    () => {}, // the hub ends no token that is not seen here
  );
  useEffect(look, []);
  const ends = [replaces, ...others].find((one) => one?.toLowerCase() === called.trim().toLowerCase()) ?? null;
  const decide = async (allow: boolean) => {
    setWrong("");
    setBusy(true);
    const path = { path: { id } };
    const answer = await change({
      send: () => (allow ? api.post("/api/pairings/{id}/allow", { ...path, body: { name: called.trim(), scope, replaces: ends } }) : api.post("/api/pairings/{id}/deny", path)),
      refused: (why) => {
        setWrong(why.of("name") || why.sentence);
        look(); // the name may be that of a new one
      },
    });
    setBusy(false);
    if (answer) decided();
  };
  return (
    <Card label={t("connect.aProgramAsks")}>
      <h2>{rich("connect.nameAsks", { name: <bdi>{name}</bdi> })}</h2>
      <p>{t("connect.allowOnlyIf")}</p>
      <p class="pair-code mono">{code}</p>
      <p class="meta">{rich("connect.asksFrom", { address: <span class="mono">{client}</span>, time: clockTime(until) })}</p>
      <form class="stack" noValidate onSubmit={(e) => { e.preventDefault(); void decide(true); }}>
        <Field label={t("connect.nameOfTheToken")} value={called} onInput={setCalled} error={wrong} hint={t("common.standsInTheHistory")} />
        <Select label={t("common.itMay")} value={scope} onInput={(next) => setScope(next as Token["scope"])} options={[{ value: "write", label: scopes.write }, { value: "read", label: scopes.read }]} />
        {ends && <p class="line"><Icon name="warn" small /><span>{rich("connect.replacesName", { name: <bdi>{ends}</bdi> })}</span></p>}
        <div class="acts">
          <Button type="submit" kind="ink" icon="check" busy={busy}>{t("connect.allow")}</Button>
          <Button icon="close" busy={busy} onClick={() => void decide(false)}>{t("connect.deny")}</Button>
        </div>
      </form>
    </Card>
  );
}

const outcomes = {
  allowed: { title: "connect.allowedName", words: "connect.takesItsToken" },
  denied: { title: "connect.deniedName", words: "connect.gotNothing" },
  expired: { title: "connect.tooLateName", words: "connect.tenMinutes" },
} as const;

function Decided({ pairing: { state, name } }: { pairing: Pairing }) {
  const { title, words } = outcomes[state as keyof typeof outcomes];
  return (
    <div role="status" class="stack">
      <h2>{rich(title, { name: <bdi>{name}</bdi> })}</h2>
      <p>{t(words)}</p>
      <p><a href={to("pane", { pane: "agents" })}>{t("connect.seeAllTokens")}</a></p>
    </div>
  );
}
