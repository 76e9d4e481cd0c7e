// Where the hub's messages go, and when. What the configuration fixes is shown, and by what.
import { useState } from "preact/hooks";
import { api } from "../../../api/client";
import type { Gateway } from "../../../api/types";
import { Button } from "../../../parts/Button";
import { Switch } from "../../../parts/Field";
import { change } from "../../../state/change";
import { useKept } from "../../../state/kept";
import { fullTime } from "../../../state/time";
import { say } from "../../../state/toasts";
import { SettingField, SettingSecret, wrongBy } from "../SettingField";
import { typedSince } from "../typedSince";
import { Schedule } from "../Schedule";
import { fixedBy } from "../words";
import { t } from "../../../words";

/** What was typed and not saved. */
type Draft = Partial<Record<"webhook_url" | "agent_url" | "cron" | "token", string>>;
const nothing: Draft = {};

/** `onTest` is called once a test is under way. */
export function GatewayForm({ gateway, onTest }: { gateway: Gateway; onTest: () => void }) {
  const { webhook_url: webhook, agent_url: agent, token_set: hasToken, cron, schedule, enabled, sources, next_runs: runs } = gateway;
  const [draft, setDraft] = useKept("settings/gateway", nothing, { secret: true });
  const [wrong, setWrong] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);
  const set = (name: keyof Draft) => (value: string) => setDraft((now) => ({ ...now, [name]: value }));
  const address = agent ?? webhook;
  const fixed = (name: string) => fixedBy(sources[name] ?? "default");

  const put = (body: Parameters<typeof api.put<"/api/gateway">>[1]["body"], said: string) => change({
    send: () => api.put("/api/gateway", { body }),
    refused: (why) => setWrong(wrongBy(why, ["webhook_url", "agent_url", "cron", "token", "enabled"])),
  }).then((answer) => {
    if (answer) say(said);
    return answer;
  });
  const save = async () => {
    setWrong({});
    setBusy(true);
    const { token, ...rest } = draft;
    const cleared = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, value.trim() || null]));
    const answer = await put({ ...cleared, ...(token && { token }) }, t("common.saved"));
    setBusy(false);
    if (answer) setDraft((now) => typedSince(now, draft));
  };
  const test = async () => {
    const answer = await change({ send: () => api.post("/api/gateway/test"), failed: t("settings.theTestIsNotSent") });
    if (!answer) return;
    say(t("settings.aTestIsOnIts"));
    onTest();
  };
  const line = (name: "webhook_url" | "agent_url" | "cron", label: string, value: string, hint: string) => (
    <SettingField label={label} fixed={fixed(name)} input={name === "cron" ? "text" : "url"} value={draft[name] ?? value} onInput={set(name)} hint={hint} error={wrong[name]} />
  );

  return (
    <section>
      <Switch
        label={t("settings.sendAlerts")} disabled={Boolean(fixed("enabled"))} on={enabled} onChange={(on) => void put({ enabled: on }, on ? t("settings.alertsAreOn") : t("settings.alertsAreOff"))}
        hint={fixed("enabled") || (address ? t("settings.toTheAgentGatewayAt", { hostOf: hostOf(address) }) : t("settings.noGatewayIsSetUp"))}
      />
      <form class="stack wide" onSubmit={(e) => { e.preventDefault(); void save(); }}>
        <div class="stack">
          {line("webhook_url", t("settings.wakeAddressOfTheGateway"), webhook ?? "", t("settings.suchAsHttp1270"))}
          {line("agent_url", t("settings.orItsAgentAddress"), agent ?? "", t("settings.whenThereIsOneIt"))}
          <SettingSecret
            name="token" label={t("common.tokenOfTheGateway")} fixed={fixed("token")} set={hasToken} value={draft.token ?? ""} onInput={set("token")} error={wrong.token}
            hint={hasToken ? t("settings.oneIsSetWhatYou") : t("settings.sentWithEachMessageIf")}
          />
        </div>
        <div class="stack">
          {line("cron", t("settings.schedule"), cron, t("settings.minuteHourDayMonthWeekday"))}
          {(draft.cron ?? cron) === cron && <p><Schedule cron={cron} said={schedule} /></p>}
          {runs.length > 0 && (
            <div class="well stack tight">
              <p class="section" id="next-runs">{runs.length === 3 ? t("settings.nextThree") : t("settings.next")}</p>
              <ol class="stack tight" aria-labelledby="next-runs">{runs.slice(0, 3).map((at) => <li key={at}><time dateTime={at}>{fullTime(at)}</time></li>)}</ol>
            </div>
          )}
        </div>
        <p class="wrong" role="alert">{wrong.all || wrong.enabled}</p>
        <div class="line">
          <Button type="submit" kind="ink" busy={busy}>{t("common.save")}</Button>
          <Button onClick={() => void test()}>{t("settings.sendATest")}</Button>
          {hasToken && !fixed("token") && <Button kind="bare" onClick={() => void put({ token: null }, t("common.theTokenIsForgotten"))}>{t("common.forgetTheToken")}</Button>}
        </div>
      </form>
    </section>
  );
}

function hostOf(address: string): string {
  try {
    return new URL(address).host;
  } catch {
    return address;
  }
}
