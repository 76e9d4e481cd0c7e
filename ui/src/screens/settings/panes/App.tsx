// How the dashboard looks and behaves, whether it can be installed, and what it is made of.
import { useEffect, useState } from "preact/hooks";
import type { Server } from "../../../api/types";
import { Button } from "../../../parts/Button";
import { Select, Switch } from "../../../parts/Field";
import { Icon } from "../../../parts/Icon";
import { Install } from "../../../parts/Install";
import { Loaded, Together } from "../../../parts/Rest";
import { Segmented } from "../../../parts/Tabs";
import { opened } from "../../../state/outbox";
import { pending } from "../../../state/pending";
import { prefer, usePreferences } from "../../../state/preferences";
import { useResource } from "../../../state/resource";
import { fullTime, relativeTime } from "../../../state/time";
import { languages, t } from "../../../words";
import { rich } from "../../../words/rich";

const themes = [{ value: "system", get label() { return t("value.system"); } }, { value: "light", get label() { return t("value.light"); } }, { value: "dark", get label() { return t("value.dark"); } }] as const;
const sizes = [{ value: "normal", get label() { return t("value.normal"); } }, { value: "large", get label() { return t("value.large"); } }, { value: "larger", get label() { return t("value.larger"); } }] as const;

export default function App() {
  const server = useResource("/api/server", {}, { on: ["settings"] });
  const chosen = usePreferences();
  return (
    <Together of={[chosen, server]}>
      <section>
        <h3>{t("settings.lookAndKeys")}</h3>
        <Loaded of={chosen}>
          {({ theme, text_size: size, keys, language }) => (
            <div class="stack">
              <Segmented label={t("settings.theme")} shown={t("settings.theme")} value={theme} options={themes} onChange={(wanted) => void prefer({ theme: wanted })} />
              <Segmented label={t("settings.textSize")} shown={t("settings.text")} value={size} options={sizes} onChange={(wanted) => void prefer({ text_size: wanted })} />
              <Select label={t("settings.language")} value={language} onInput={(wanted) => void prefer({ language: wanted as typeof language }, t("common.saved"))} options={[{ value: "browser", label: t("value.browser") }, ...Object.entries(languages).map(([value, label]) => ({ value, label }))]} />
              <Switch label={t("common.singleKeysAreShortcuts")} hint={t("settings.suchAsCToCapture")} on={keys} onChange={(wanted) => void prefer({ keys: wanted })} />
            </div>
          )}
        </Loaded>
      </section>
      <Loaded of={server}>
        {(known) => (
          <>
            <section><h3>{t("settings.install")}</h3><Install /></section>
            <section><h3>{t("settings.connection")}</h3><Connection server={known} /></section>
            <section><h3>{t("settings.version")}</h3><Version server={known} /></section>
          </>
        )}
      </Loaded>
      <OnThisDevice />
      <Licences />
    </Together>
  );
}

function Connection({ server: { scheme, certificate } }: { server: Server }) {
  if (scheme === "http") return <p>{t("settings.plainHttpThatIsFine")}</p>;
  if (!certificate) return <p class="line"><span class="status done"><Icon name="lock" small /></span><span>{t("settings.httpsWithTheCertificateOf")}</span></p>;
  const { issuer, names, not_after: end, renews_at: renews } = certificate;
  return (
    <dl class="known">
      <div><dt>HTTPS</dt><dd><span class="status done"><Icon name="lock" small />{t("settings.on")}</span></dd></div>
      <div><dt>{t("settings.issuedBy")}</dt><dd>{issuer}</dd></div>
      <div><dt>{t("settings.for")}</dt><dd>{names.join(", ")}</dd></div>
      <div><dt>{t("settings.validUntil")}</dt><dd><time dateTime={end}>{fullTime(end)}</time></dd></div>
      <div><dt>{t("settings.renewal")}</dt><dd>{renews ? rich("settings.renews", { time: <time dateTime={renews}>{relativeTime(renews)}</time> }) : t("settings.notByTheHub")}</dd></div>
    </dl>
  );
}

function Version({ server: { version, started_at: started, public_url: url, seen_url: seen } }: { server: Server }) {
  return (
    <dl class="known">
      <div><dt>Progress Hub</dt><dd>{version}</dd></div>
      <div><dt>{t("settings.runningSince")}</dt><dd><time dateTime={started}>{fullTime(started)}</time></dd></div>
      <div><dt>{t("settings.address")}</dt><dd>{url ?? seen}</dd></div>
    </dl>
  );
}

/** What this browser stores of what is written, and how much of it there is. */
function OnThisDevice() {
  const kept = pending();
  return (
    <section>
      <h3>{t("settings.onThisDevice")}</h3>
      <p>{t("settings.storedHere")}</p>
      {kept && <p class="line"><span>{kept}</span><Button popup="dialog" onClick={() => { opened.value = "list"; }}>{t("shell.show")}</Button></p>}
    </section>
  );
}

/** The notices of what the page is made of, loaded when they are asked for. */
function Licences() {
  const [open, setOpen] = useState(false);
  const [list, setList] = useState<typeof import("virtual:licences").default | null>(null);
  useEffect(() => { if (open && !list) void import("virtual:licences").then((all) => setList(all.default), () => setOpen(false)); }, [open]);
  return (
    <section>
      <h3>{t("settings.licences")}</h3>
      <details class="more" open={open} onToggle={(e) => setOpen(e.currentTarget.open)}>
        <summary><Icon name="chevron" small />{t("settings.whatThisPageIsMade")}</summary>
        {list?.map(({ name, version, licence, text }) => (
          <details key={name} class="more">
            <summary><Icon name="chevron" small />{name} {version}, {licence}</summary>
            <pre class="command" tabIndex={0} role="group" aria-label={t("settings.licenceOfName", { name })}>{text}</pre>
          </details>
        ))}
      </details>
    </section>
  );
}
