// How the dashboard looks and behaves, whether it can be installed, and what it is made of.
import { useEffect, useState } from "preact/hooks";
import type { Server } from "../../../api/types";
import { Copyable } from "../../../parts/Copyable";
import { Switch } from "../../../parts/Field";
import { Icon } from "../../../parts/Icon";
import { Loaded, Together } from "../../../parts/Rest";
import { Segmented } from "../../../parts/Tabs";
import { prefer, usePreferences } from "../../../state/preferences";
import { useResource } from "../../../state/resource";
import { fullTime, relativeTime } from "../../../state/time";
import { httpsSite, isPrivate } from "../words";

const themes = [{ value: "system", label: "Device" }, { value: "light", label: "Light" }, { value: "dark", label: "Dark" }] as const;
const sizes = [{ value: "normal", label: "Normal" }, { value: "large", label: "Large" }, { value: "larger", label: "Larger" }] as const;

export default function App() {
  const server = useResource("/api/server", {}, { on: ["settings"] });
  const chosen = usePreferences();
  return (
    <Together of={[chosen, server]}>
      <section>
        <h3>Look and keys</h3>
        <Loaded of={chosen}>
          {({ theme, text_size: size, keys }) => (
            <div class="stack">
              <Segmented label="Theme" shown="Theme" value={theme} options={themes} onChange={(wanted) => void prefer({ theme: wanted })} />
              <Segmented label="Text size" shown="Text" value={size} options={sizes} onChange={(wanted) => void prefer({ text_size: wanted })} />
              <Switch label="Single keys are shortcuts" hint="Such as c to capture and g t for Threads. Ctrl K always works." on={keys} onChange={(wanted) => void prefer({ keys: wanted })} />
            </div>
          )}
        </Loaded>
      </section>
      <Loaded of={server}>
        {(known) => (
          <>
            <section><h3>Install</h3><Install server={known} /></section>
            <section><h3>Connection</h3><Connection server={known} /></section>
            <section><h3>Version</h3><Version server={known} /></section>
          </>
        )}
      </Loaded>
      <Licences />
    </Together>
  );
}

function Install({ server: { host } }: { server: Server }) {
  if (matchMedia("(display-mode: standalone)").matches) return <p>You are in the installed app.</p>;
  if (isSecureContext) return <p>The menu of the browser has Install, or Add to Home screen; on an iPhone it stands under Share.</p>;
  return (
    <>
      <p>This page can't be installed, and does not open offline: it came over plain http, and browsers do both over HTTPS only. Everything else works.</p>
      <Copyable label="In the Caddyfile, in the place of the line that begins with http://" text={httpsSite(host)} />
      {isPrivate(host) && <p class="meta">Caddy then makes the certificate itself. Each device has to trust its root certificate once; a public name needs no such step.</p>}
    </>
  );
}

function Connection({ server: { scheme, certificate } }: { server: Server }) {
  if (scheme === "http") return <p>Plain http. That is fine on the hub's own machine and within an encrypted mesh network; anywhere else, others can read along.</p>;
  if (!certificate) return <p class="line"><span class="status done"><Icon name="lock" small /></span><span>HTTPS, with the certificate of a proxy in front of the hub.</span></p>;
  const { issuer, names, not_after: end, renews_at: renews } = certificate;
  return (
    <dl class="known">
      <div><dt>HTTPS</dt><dd><span class="status done"><Icon name="lock" small />On</span></dd></div>
      <div><dt>Issued by</dt><dd>{issuer}</dd></div>
      <div><dt>For</dt><dd>{names.join(", ")}</dd></div>
      <div><dt>Valid until</dt><dd><time dateTime={end}>{fullTime(end)}</time></dd></div>
      <div><dt>Renewal</dt><dd>{renews ? <>by itself, about <time dateTime={renews}>{relativeTime(renews)}</time></> : "not by the hub"}</dd></div>
    </dl>
  );
}

function Version({ server: { version, started_at: started, public_url: url, seen_url: seen } }: { server: Server }) {
  return (
    <dl class="known">
      <div><dt>Progress Hub</dt><dd>{version}</dd></div>
      <div><dt>Running since</dt><dd><time dateTime={started}>{fullTime(started)}</time></dd></div>
      <div><dt>Address</dt><dd>{url ?? seen}</dd></div>
    </dl>
  );
}

/** The notices of what the page is made of, loaded when they are asked for. */
function Licences() {
  const [open, setOpen] = useState(false);
  const [list, setList] = useState<typeof import("virtual:licences").default | null>(null);
  useEffect(() => { if (open && !list) void import("virtual:licences").then((all) => setList(all.default), () => setOpen(false)); }, [open]);
  return (
    <section>
      <h3>Licences</h3>
      <details class="more" open={open} onToggle={(e) => setOpen(e.currentTarget.open)}>
        <summary><Icon name="chevron" small />What this page is made of</summary>
        {list?.map(({ name, version, licence, text }) => (
          <details key={name} class="more">
            <summary><Icon name="chevron" small />{name} {version}, {licence}</summary>
            <pre class="command" tabIndex={0} role="group" aria-label={`Licence of ${name}`}>{text}</pre>
          </details>
        ))}
      </details>
    </section>
  );
}
