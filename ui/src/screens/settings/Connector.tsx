// The address that assistants are connected by: they ask the owner for consent, and need no token.
import type { Server } from "../../api/types";
import { Copyable } from "../../parts/Copyable";
import { t } from "../../words";

export function Connector({ url }: { url: Server["connector_url"] }) {
  if (!url) return <p>{t("settings.connectorsAreOff")}</p>;
  return (
    <>
      <Copyable label={t("settings.connectorAddress")} text={url} />
      <p class="meta">{t("settings.pasteTheAddress")}</p>
    </>
  );
}
