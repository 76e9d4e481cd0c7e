// How this browser makes an app of the dashboard, or why it can't.
import { httpsSite, install, installState, type InstallState, isPrivate } from "../state/install";
import { Button } from "./Button";
import { Copyable } from "./Copyable";
import { Icon } from "./Icon";
import { t } from "../words";

const ways: Record<Exclude<InstallState, "in" | "added" | "offered" | "insecure">, string> = {
  get ios() { return t("parts.pressShareThenAddTo"); },
  get android() { return t("parts.openTheMenuOfThe"); },
  get chromium() { return t("parts.pressTheInstallSignAt"); },
  get safari() { return t("parts.openTheMenuFileThen"); },
  get other() { return t("parts.thisBrowserMayNotMake"); },
};

export function Install() {
  const state = installState.value;
  if (state === "in") return <Done>{t("parts.youAreInTheInstalled")}</Done>;
  if (state === "added") return <Done>{t("parts.itIsInstalledLookAmong")}</Done>;
  if (state === "insecure") return <Insecure />;
  return (
    <>
      <p>{t("parts.asAnAppItHas")}</p>
      {state === "offered" ? <Button icon="download" onClick={() => void install()}>{t("parts.install")}</Button> : <p>{ways[state]}</p>}
    </>
  );
}

const Done = ({ children }: { children: string }) => <p class="line"><span class="status done"><Icon name="check" small /></span><span class="grow">{children}</span></p>;

function Insecure() {
  const { host } = location;
  return (
    <>
      <p>{t("parts.thisPageCantBeInstalled")}</p>
      <Copyable label={t("common.caddyfile")} text={httpsSite(host)} />
      {isPrivate(host) && <p class="meta">{t("parts.caddyThenMakesTheCertificate")}</p>}
    </>
  );
}
