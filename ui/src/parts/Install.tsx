// How this browser makes an app of the dashboard, or why it can't.
import { httpsSite, install, installState, type InstallState, isPrivate } from "../state/install";
import { Button } from "./Button";
import { Icon } from "./Icon";

const ways: Record<Exclude<InstallState, "in" | "added" | "offered" | "insecure">, string> = {
  ios: "Press Share, then Add to Home Screen.",
  android: "Open the menu of the browser, then press Add to Home screen or Install app.",
  chromium: "Press the install sign at the end of the address, or open the menu of the browser: Cast, save and share, then Install.",
  safari: "Open the menu File, then press Add to Dock.",
  other: "This browser may not make apps of pages. Chrome, Edge and Safari do; a bookmark leads here as well.",
};

export function Install() {
  const state = installState.value;
  if (state === "in") return <Done>You are in the installed app. It opens also while the hub does not answer.</Done>;
  if (state === "added") return <Done>It is installed: look among your apps.</Done>;
  if (state === "insecure") return <Insecure />;
  return (
    <>
      <p>As an app it has a window and an icon of its own, opens also while the hub does not answer, and on Android takes what other apps share.</p>
      {state === "offered" ? <Button icon="download" onClick={() => void install()}>Install</Button> : <p>{ways[state]}</p>}
    </>
  );
}

const Done = ({ children }: { children: string }) => <p class="line"><span class="status done"><Icon name="check" small /></span><span class="grow">{children}</span></p>;

const label = "In the Caddyfile, in the place of the line that begins with http://";

function Insecure() {
  const { host } = location;
  return (
    <>
      <p>This page can't be installed, and does not open without the hub: it came over plain http, and browsers do both over HTTPS only. Everything else works.</p>
      <p>{label}:</p>
      <pre class="command" tabIndex={0} role="group" aria-label={label} dir="ltr">{httpsSite(host)}</pre>
      {isPrivate(host) && <p class="meta">Caddy then makes the certificate itself, and each device has to trust its root certificate once. A public name needs no such step.</p>}
    </>
  );
}
