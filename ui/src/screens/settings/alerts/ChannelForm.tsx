// One channel beside the gateway: what it takes, what comes on it and when, and a test.
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { api } from "../../../api/client";
import type { Notify, NotifyChange } from "../../../api/types";
import { Button } from "../../../parts/Button";
import { Field, Select, Switch } from "../../../parts/Field";
import { Icon } from "../../../parts/Icon";
import { change } from "../../../state/change";
import { useKept } from "../../../state/kept";
import { say } from "../../../state/toasts";
import { t } from "../../../words";
import { SettingField, SettingSecret, wrongBy } from "../SettingField";
import { typedSince } from "../typedSince";
import { fixedBy } from "../words";
import { kindName, Kinds } from "./Kinds";
import { type Channel, type ChannelName, isSet, type Line, valueOf } from "./channels";

type Draft = Record<string, string>;
const nothing: Draft = {};

/** The one field that stands in the body itself, not in the channel's part of it. */
const contact = "contact";

/** What the hub takes: what was emptied goes back to its default. */
function bodyOf(name: ChannelName, draft: Draft): NotifyChange {
  const own: Record<string, unknown> = {};
  const body: Record<string, unknown> = {};
  for (const [key, text] of Object.entries(draft)) {
    const value = text.trim() || null;
    if (key === contact) body[key] = value;
    else if (key === "kinds") own[key] = value?.split(",") ?? null;
    else own[key] = key === "port" && value ? Number(value) : value;
  }
  return { ...body, ...(Object.keys(own).length > 0 && { [name]: own }) };
}

interface Props {
  of: Channel;
  all: Notify;
  /** Called once something is saved: of secrets, no event tells. */
  onSave: () => void;
  /** Called once a test is under way. */
  onTest: () => void;
  /** What stands over the fields. */
  children?: ComponentChildren;
}

export function ChannelForm({ of: { name, about, lines }, all, onSave, onTest, children }: Props) {
  const { enabled, missing, kinds, digest_cron: cron, review_cron: review, sources } = all[name];
  const [draft, keep] = useKept(`alerts/${name}`, nothing, { secret: true });
  const [wrong, setWrong] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);
  const set = (key: string) => (value: string) => keep((now) => ({ ...now, [key]: value }));
  const fixed = (key: string) => fixedBy((key === contact ? all.sources : sources)[key] ?? "default");

  const put = (body: NotifyChange) => change({
    send: () => api.put("/api/notify", { body }),
    refused: (why) => setWrong(wrongBy(why, [...lines.map(({ key }) => key), "kinds", "digest_cron", "review_cron", contact], (key) => (key === contact ? key : `${name}.${key}`))),
  }).then((answer) => {
    if (answer) {
      say(t("common.saved"));
      onSave();
    }
    return answer;
  });
  const save = async () => {
    setWrong({});
    setBusy(true);
    const answer = await put(bodyOf(name, draft));
    setBusy(false);
    if (answer) keep((now) => typedSince(now, draft));
  };
  const test = async () => {
    const answer = await change({ send: () => api.post("/api/notify/{channel}/test", { path: { channel: name } }), failed: t("settings.theTestIsNotSent") });
    if (!answer) return;
    say(t("settings.aTestIsOnIts"));
    onTest();
  };
  const line = ({ key, label: called, hint = "", secret, options, ...rest }: Line) => {
    const common = { label: called, fixed: fixed(key), onInput: set(key), error: wrong[key] };
    if (secret) {
      const there = isSet(all, name, key);
      return <SettingSecret key={key} {...common} name={`${name}-${key}`} set={there} value={draft[key] ?? ""} hint={there ? t("settings.oneIsSetWhatYou") : hint} />;
    }
    const value = draft[key] ?? valueOf(all, name, key);
    if (options && !common.fixed) return <Select key={key} label={called} value={value} onInput={common.onInput} error={wrong[key] ?? ""} options={options} />;
    return <SettingField key={key} {...common} {...rest} value={value} hint={hint} />;
  };
  const secrets = lines.filter(({ key, secret }) => secret && isSet(all, name, key) && !fixed(key));
  const forget = () => put({ [name]: Object.fromEntries(secrets.map(({ key }) => [key, null])) });

  return (
    <div class="stack wide channel-form">
      <p>{about}</p>
      {children}
      {missing === null && (
        <Switch label={t("settings.sendHere")} hint={fixed("enabled")} disabled={Boolean(fixed("enabled"))} on={enabled} onChange={(on) => void put({ [name]: { enabled: on } })} />
      )}
      <form class="stack wide" noValidate onSubmit={(e) => { e.preventDefault(); void save(); }}>
        <div class="stack">
          {lines.map(line)}
          {name === "push" && <SettingField label={t("settings.contact")} fixed={fixed(contact)} value={draft[contact] ?? all.contact ?? ""} placeholder="mailto:me@example.org" onInput={set(contact)} hint={t("settings.contactHint")} error={wrong[contact]} />}
          {fixed("kinds")
            ? <Field label={t("settings.whatComes")} readOnly value={kinds.map(kindName).join(", ")} onInput={() => {}} hint={fixed("kinds")} />
            : <Kinds value={draft.kinds ?? kinds.join(",")} onInput={set("kinds")} error={wrong.kinds} />}
          <SettingField label={t("settings.digestGoesOut")} fixed={fixed("digest_cron")} value={draft.digest_cron ?? cron ?? ""} placeholder="0 18 * * 5" onInput={set("digest_cron")} hint={t("settings.digestGoesOutHint")} error={wrong.digest_cron} />
          {(draft.kinds ?? kinds.join(",")).includes("review") && <SettingField label={t("settings.reviewGoesOut")} fixed={fixed("review_cron")} value={draft.review_cron ?? review} onInput={set("review_cron")} hint={t("settings.reviewGoesOutHint")} error={wrong.review_cron} />}
        </div>
        <p class="wrong" role="alert">{wrong.all}</p>
        <div class="line">
          <Button type="submit" busy={busy}>{t("common.save")}</Button>
          <Button onClick={() => void test()}>{t("settings.sendATest")}</Button>
          {secrets.length > 0 && <Button kind="bare" onClick={() => void forget()}>{t("settings.forgetSecrets")}</Button>}
        </div>
      </form>
    </div>
  );
}

/** How a channel stands, in two words. */
export function Standing({ of: { ready, missing, last_delivery: last } }: { of: Notify[ChannelName] }) {
  if (missing !== null) return <span class="meta">{t("settings.notSetUp")}</span>;
  if (!ready) return <span class="meta">{t("settings.off")}</span>;
  if (last?.state === "failed") return <span class="status failed"><Icon name="warn" small />{t("settings.failed")}</span>;
  return <span class="status done"><Icon name="check" small />{t("settings.on")}</span>;
}
