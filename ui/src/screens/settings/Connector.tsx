// The address that assistants are connected by: they ask the owner for consent, and need no token. And whether
// they can reach it, as far as the hub can tell.
import { useState } from "preact/hooks";
import { api } from "../../api/client";
import type { ConnectorStep, Server } from "../../api/types";
import { Button } from "../../parts/Button";
import { Copyable } from "../../parts/Copyable";
import { Icon } from "../../parts/Icon";
import { change } from "../../state/change";
import { said, sentence, t } from "../../words";

export function Connector({ url }: { url: Server["connector_url"] }) {
  const [steps, setSteps] = useState<ConnectorStep[]>([]);
  const [busy, setBusy] = useState(false);
  if (!url) return <p>{t("settings.connectorsAreOff")}</p>;
  const check = async () => {
    setBusy(true);
    const answer = await change({ send: () => api.post("/api/oauth/check") });
    setBusy(false);
    if (answer) setSteps(answer.data.steps);
  };
  return (
    <>
      <Copyable label={t("settings.connectorAddress")} text={url} />
      <p class="meta">{t("settings.pasteTheAddress")}</p>
      <p><Button busy={busy} onClick={() => void check()}>{t("settings.checkTheAddress")}</Button></p>
      <div role="status">
        {steps.length > 0 && <ul class="stack tight">{steps.map((step) => <li key={step.step}><Step {...step} /></li>)}</ul>}
      </div>
    </>
  );
}

const names: Record<ConnectorStep["step"], string> = {
  get name() { return t("settings.itsNameIsKnown"); },
  get certificate() { return t("settings.itsCertificateIsTrusted"); },
  get paths() { return t("settings.thisHubAnswers"); },
};

function Step({ step, state, text, said: coded }: ConnectorStep) {
  if (state === "ok") return <span class="status done"><Icon name="check" small />{names[step]}</span>;
  if (state === "skipped") return <span class="status quiet"><Icon name="later" small />{t("settings.notChecked", { what: names[step] })}</span>;
  return <span class="status failed"><Icon name="warn" small />{sentence(said(text ?? "", coded))}</span>;
}
