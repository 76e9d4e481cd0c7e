// Where the hub's messages go, and when. What the configuration fixes is shown, and by what.
import { useState } from "preact/hooks";
import { SecretField } from "../../account/SecretField";
import { api } from "../../api/client";
import type { Gateway } from "../../api/types";
import { Button } from "../../parts/Button";
import { Field, Switch } from "../../parts/Field";
import { change } from "../../state/change";
import { fullTime } from "../../state/time";
import { say } from "../../state/toasts";
import { fixedBy } from "./words";

/** What was typed and not saved; it outlives the pane. */
type Draft = Partial<Record<"webhook_url" | "agent_url" | "cron" | "token", string>>;
let kept: Draft = {};

/** `onTest` is called once a test is under way. */
export function GatewayForm({ gateway, onTest }: { gateway: Gateway; onTest: () => void }) {
  const { webhook_url: webhook, agent_url: agent, token_set: hasToken, cron, schedule, enabled, sources, next_runs: runs } = gateway;
  const [draft, setDraft] = useState<Draft>(kept);
  const [wrong, setWrong] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);
  const [shown, setShown] = useState(false);
  const set = (name: keyof Draft) => (value: string) => setDraft(kept = { ...draft, [name]: value });
  const address = agent ?? webhook;
  const fixed = (name: string) => fixedBy(sources[name] ?? "default");

  const put = (body: Parameters<typeof api.put<"/api/gateway">>[1]["body"], said: string) => change({
    send: () => api.put("/api/gateway", { body }),
    refused: (why) => {
      const fields = Object.fromEntries(["webhook_url", "agent_url", "cron", "token", "enabled"].map((name) => [name, why.of(name)]));
      setWrong(Object.values(fields).some(Boolean) ? fields : { all: `Not saved. ${why.sentence}` });
    },
  }).then((answer) => {
    if (answer) say(said);
    return answer;
  });
  const save = async () => {
    setWrong({});
    setBusy(true);
    const { token, ...rest } = draft;
    const cleared = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, value.trim() || null]));
    const answer = await put({ ...cleared, ...(token && { token }) }, "Saved.");
    setBusy(false);
    if (answer) setDraft(kept = {});
  };
  const test = async () => {
    const answer = await change({ send: () => api.post("/api/gateway/test"), failed: "The test is not sent." });
    if (!answer) return;
    say("A test is on its way. The log below says whether it arrived.");
    onTest();
  };
  const line = (name: "webhook_url" | "agent_url" | "cron", label: string, value: string, hint: string) => (fixed(name)
    ? <Field label={label} mono readOnly value={value} onInput={() => {}} hint={fixed(name)} />
    : <Field label={label} mono inputMode={name === "cron" ? "text" : "url"} value={draft[name] ?? value} onInput={set(name)} hint={hint} error={wrong[name] ?? ""} />);

  return (
    <section>
      <Switch
        label="Send alerts" disabled={Boolean(fixed("enabled"))} on={enabled} onChange={(on) => void put({ enabled: on }, on ? "Alerts are on." : "Alerts are off.")}
        hint={fixed("enabled") || (address ? `To the agent gateway at ${hostOf(address)}` : "No gateway is set up yet: nothing is sent.")}
      />
      <form class="stack wide" onSubmit={(e) => { e.preventDefault(); void save(); }}>
        <div class="stack">
          {line("webhook_url", "Wake address of the gateway", webhook ?? "", "Such as http://127.0.0.1:18789/hooks/wake")}
          {line("agent_url", "Or its agent address", agent ?? "", "When there is one, it is used instead.")}
          {fixed("token")
            ? <Field label="Token of the gateway" readOnly value="" placeholder={hasToken ? "Set" : "None"} onInput={() => {}} hint={fixed("token")} />
            : (
              <SecretField
                name="token" label="Token of the gateway" mono autoComplete="off" required={false} value={draft.token ?? ""} onInput={set("token")} error={wrong.token ?? ""} shown={shown} onShow={setShown}
                rule={hasToken ? "One is set. What you write here replaces it; an address of another host forgets it." : "Sent with each message, if the gateway wants one."}
              />
            )}
        </div>
        <div class="stack">
          {line("cron", "Schedule", cron, "Minute, hour, day, month, weekday, on your clock")}
          {(draft.cron ?? cron) === cron && <p>{schedule.charAt(0).toUpperCase() + schedule.slice(1)}</p>}
          {runs.length > 0 && (
            <div class="well stack tight">
              <p class="section" id="next-runs">{runs.length === 3 ? "Next three" : "Next"}</p>
              <ol class="stack tight" aria-labelledby="next-runs">{runs.slice(0, 3).map((at) => <li key={at}><time dateTime={at}>{fullTime(at)}</time></li>)}</ol>
            </div>
          )}
        </div>
        <p class="wrong" role="alert">{wrong.all || wrong.enabled}</p>
        <div class="line">
          <Button type="submit" kind="ink" busy={busy}>Save</Button>
          <Button onClick={() => void test()}>Send a test</Button>
          {hasToken && !fixed("token") && <Button kind="bare" onClick={() => void put({ token: null }, "The token is forgotten.")}>Forget the token</Button>}
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
