// The tokens with a name, one for each agent or machine: made here, shown once, revoked. And the
// connectors, which came about by the owner's consent.
import { useState } from "preact/hooks";
import { api } from "../../api/client";
import type { CreatedToken, Token } from "../../api/types";
import { Button } from "../../parts/Button";
import { Copyable } from "../../parts/Copyable";
import { Dialog } from "../../parts/Dialog";
import { Field, Select } from "../../parts/Field";
import { Icon } from "../../parts/Icon";
import { Loaded } from "../../parts/Rest";
import { Facts } from "../../parts/Row";
import { Time } from "../../parts/Time";
import { change } from "../../state/change";
import { type Resource, useResource } from "../../state/resource";
import { dayTime } from "../../state/time";
import { say } from "../../state/toasts";
import { t } from "../../words";
import { rich } from "../../words/rich";
import { scopes } from "./words";

const never = { on: [] }; // no event tells of a token

const isConnector = ({ kind }: Token): boolean => kind === "connector";

export const useTokens = () => useResource("/api/tokens", {}, never);

export function Tokens({ of: tokens }: { of: Resource<Token[]> }) {
  const [ending, setEnding] = useState<readonly Token[]>([]);
  return (
    <>
      <p>{t("settings.tokensAre")}</p>
      <Loaded of={tokens}>{(list) => list.length > 0 && <List of={list} end={setEnding} />}</Loaded>
      <NewToken made={() => void tokens.refetch()} />
      {ending.length > 0 && <Revoke of={tokens} tokens={ending} close={() => setEnding([])} />}
    </>
  );
}

function List({ of: list, end }: { of: readonly Token[]; end: (these: readonly Token[]) => void }) {
  const connectors = list.filter(isConnector);
  return (
    <>
      <ul class="group clients" aria-label={t("settings.tokens")}>{list.map((token) => <One key={token.id} token={token} end={() => end([token])} />)}</ul>
      {connectors.length > 0 && <p class="meta">{t("settings.connectorsStay")}</p>}
      {(list.length > 1 || connectors.length > 0) && (
        <p class="line">
          {connectors.length > 0 && <Button kind="bare" danger onClick={() => end(connectors)}>{t("settings.revokeAllConnectors")}</Button>}
          {list.length > connectors.length && list.length > 1 && <Button kind="bare" danger onClick={() => end(list)}>{t("settings.revokeAll")}</Button>}
        </p>
      )}
    </>
  );
}

function One({ token, end }: { token: Token; end: () => void }) {
  const { name, scope, client, created_at: made, expires_at: ends, last_used_at: used } = token;
  const connector = isConnector(token);
  const over = ends !== null && Date.parse(ends) <= Date.now();
  return (
    <li>
      <p class="line">
        <strong dir="auto">{name}</strong>
        {connector && <span class="status quiet"><Icon name="link" small />{t("settings.connector")}</span>}
        {over && <span class="status blocked"><Icon name="warn" small />{t("settings.expired")}</span>}
        <Button kind="bare" danger icon="trash" label={t("settings.revokeName", { name })} onClick={end}>{t("settings.revoke")}</Button>
      </p>
      <Facts of={[
        client && client !== name ? <bdi key="c">{client}</bdi> : null, scopes[scope], used ? <span key="u">{rich("settings.lastUsed", { time: <Time at={used} words /> })}</span> : t("settings.neverUsed"),
        <span key="m">{rich("settings.madeAt", { time: <Time at={made} words /> })}</span>, ends && !over ? t(connector ? "settings.endsUnlessUsed" : "settings.holdsUntil", { time: dayTime(ends) }) : null,
      ].filter(Boolean)} />
    </li>
  );
}

const lengths = ["", "30", "90", "365"];
const lengthOf = (days: string): string => (days === "" ? t("settings.untilRevoked") : days === "365" ? t("settings.aYear") : t("settings.nDays", { n: Number(days) }));

/** `made` is called once there is a new one. Its text is in no resource and nowhere in the page but here, until Done. */
function NewToken({ made }: { made: () => void }) {
  const [name, setName] = useState("");
  const [scope, setScope] = useState<Token["scope"]>("write");
  const [days, setDays] = useState("");
  const [wrong, setWrong] = useState("");
  const [busy, setBusy] = useState(false);
  const [fresh, setFresh] = useState<CreatedToken | null>(null);
  const make = async () => {
    if (!name.trim()) return setWrong(t("settings.writeWhatItIsFor"));
    setWrong("");
    setBusy(true);
    const answer = await change({
      send: () => api.post("/api/tokens", { body: { name: name.trim(), scope, expires_in_days: days ? Number(days) : null } }),
      refused: (why) => setWrong(why.of("name") || why.sentence),
    });
    setBusy(false);
    if (!answer) return;
    setFresh(answer.data);
    setName("");
    made();
  };
  if (fresh) {
    return (
      <div class="well stack wide" role="group" aria-label={t("settings.theNewToken")}>
        <p role="status">{rich("settings.tokenShownOnce", { name: <strong dir="auto">{fresh.name}</strong> })}</p>
        <Copyable label={t("settings.token")} text={fresh.token} />
        <Button onClick={() => setFresh(null)}>{t("common.done")}</Button>
      </div>
    );
  }
  return (
    <form class="stack" noValidate onSubmit={(e) => { e.preventDefault(); void make(); }}>
      <Field label={t("settings.nameOfANewToken")} placeholder="laptop" value={name} onInput={setName} error={wrong} hint={t("common.standsInTheHistory")} />
      <Select label={t("common.itMay")} value={scope} onInput={(to) => setScope(to as Token["scope"])} options={[{ value: "write", label: scopes.write }, { value: "read", label: scopes.read }]} />
      <Select label={t("settings.itHolds")} value={days} onInput={setDays} options={lengths.map((value) => ({ value, label: lengthOf(value) }))} />
      <Button type="submit" icon="plus" busy={busy}>{t("settings.makeAToken")}</Button>
    </form>
  );
}

const ofTokens = { one: "settings.revokeThisToken", many: "settings.revokeNTokens", gone: "settings.nTokensRevoked" } as const;
const ofConnectors = { one: "settings.revokeThisConnector", many: "settings.revokeNConnectors", gone: "settings.nConnectorsRevoked" } as const;

/** Asked first: a program that is refused in the middle of its work can't be given the same token back. */
function Revoke({ of: all, tokens, close }: { of: Resource<Token[]>; tokens: readonly Token[]; close: () => void }) {
  const [busy, setBusy] = useState(false);
  const one = tokens.length === 1 ? tokens[0]!.name : null;
  const said = tokens.every(isConnector) ? ofConnectors : ofTokens;
  const revoke = async () => {
    setBusy(true);
    let gone = 0;
    for (const { id } of tokens) {
      if (!await change({ send: () => api.delete("/api/tokens/{id}", { path: { id } }), failed: t("settings.notRevoked") })) break;
      all.edit((list) => list.filter((token) => token.id !== id)).keep(); // not before the hub has said so
      gone++;
    }
    setBusy(false);
    if (gone === tokens.length) say(one ? t("settings.revokedName", { name: one }) : t(said.gone, { n: gone }));
    void all.refetch();
    close();
  };
  return (
    <Dialog title={one ? t(said.one) : t(said.many, { n: tokens.length })} onClose={close}>
      <div class="stack">
        <p>{one && <><strong dir="auto">{one}</strong>: </>}{t("settings.whatUsesIt")}</p>
        <Button danger icon="trash" busy={busy} onClick={() => void revoke()}>{one ? t("settings.revoke") : t("settings.revokeAll")}</Button>
      </div>
    </Dialog>
  );
}
