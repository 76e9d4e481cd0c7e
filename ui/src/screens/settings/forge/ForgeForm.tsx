// Which repository, and as whom. What the configuration fixes is shown, and by what.
import { useState } from "preact/hooks";
import { api } from "../../../api/client";
import type { Forge } from "../../../api/types";
import { Button } from "../../../parts/Button";
import { Field, Select } from "../../../parts/Field";
import { Icon } from "../../../parts/Icon";
import { change } from "../../../state/change";
import { useKept } from "../../../state/kept";
import { fullTime } from "../../../state/time";
import { say } from "../../../state/toasts";
import { SettingField, SettingSecret, wrongBy } from "../SettingField";
import { typedSince } from "../typedSince";
import { Schedule } from "../Schedule";
import { fixedBy } from "../words";
import { t } from "../../../words";
import { rich } from "../../../words/rich";

const names = ["url", "branch", "path", "username", "token", "author_name", "author_email", "sync", "cron"] as const;
type Name = (typeof names)[number];

/** What was typed and not saved. */
type Draft = Partial<Record<Name, string>>;
const nothing: Draft = {};

const ways = [
  { value: "off", get label() { return t("settings.off"); } },
  { value: "pull", get label() { return t("settings.onlyTakeWhatTheForge"); } },
  { value: "both", get label() { return t("settings.bothWays"); } },
] as const;

/** `onSaved` is called when other settings hold. */
export function ForgeForm({ forge, onSaved }: { forge: Forge; onSaved: () => Promise<void> }) {
  const { token_set: hasToken, schedule, sources, next_run: next } = forge;
  const words = <Schedule cron={forge.cron} said={schedule} />;
  const [draft, setDraft] = useKept("settings/forge", nothing, { secret: true });
  const [wrong, setWrong] = useState<Partial<Record<Name | "all", string>>>({});
  const [busy, setBusy] = useState<"save" | "test" | null>(null);
  const [answer, setAnswer] = useState<{ ok: boolean; message: string } | null>(null);
  const set = (name: Name) => (value: string) => setDraft((now) => ({ ...now, [name]: value }));
  const fixed = (name: Name) => fixedBy(sources[name] ?? "default");

  const put = async (body: Partial<Record<Name, string | null>>, said: string) => {
    setWrong({});
    setAnswer(null);
    const saved = await change({
      send: () => api.put("/api/forge", { body }),
      refused: (why) => setWrong(wrongBy(why, names)),
    });
    if (saved) {
      await onSaved();
      say(said);
    }
    return saved !== null;
  };
  const save = async () => {
    setBusy("save");
    const { token, ...rest } = draft;
    const changed = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, value.trim() || null]));
    if (await put({ ...changed, ...(token && { token }) }, t("common.saved"))) setDraft((now) => typedSince(now, draft));
    setBusy(null);
  };
  const test = async () => {
    setBusy("test");
    setAnswer(null);
    const tested = await change({ send: () => api.post("/api/forge/test"), failed: t("settings.theForgeWasNotAsked") });
    setAnswer(tested && tested.data);
    setBusy(null);
  };
  const line = (name: Exclude<Name, "token" | "sync">, label: string, hint: string) => (
    <SettingField label={label} fixed={fixed(name)} input={name === "url" ? "url" : "text"} value={draft[name] ?? forge[name] ?? ""} onInput={set(name)} hint={hint} error={wrong[name]} />
  );

  return (
    <form class="stack wide" onSubmit={(e) => { e.preventDefault(); void save(); }}>
      <div class="stack">
        {line("url", t("settings.addressOfTheRepository"), t("settings.suchAsHttpsGitExample"))}
        {line("username", t("settings.userName"), t("settings.mostForgesTakeAnyWhen"))}
        <SettingSecret
          name="token" label={t("common.tokenOfTheForge")} fixed={fixed("token")} set={hasToken} value={draft.token ?? ""} onInput={set("token")} error={wrong.token}
          hint={hasToken ? t("settings.oneIsSetWhatYou") : t("settings.oneThatMayReadThis")}
        />
        {fixed("sync")
          ? <Field label={t("common.keepInStep")} readOnly value={ways.find(({ value }) => value === forge.sync)!.label} onInput={() => {}} hint={fixed("sync")} />
          : <Select label={t("common.keepInStep")} value={draft.sync ?? forge.sync} onInput={set("sync")} options={ways} error={wrong.sync ?? ""} />}
        {line("cron", t("settings.when"), t("settings.minuteHourDayMonthWeekday"))}
        {(draft.cron ?? forge.cron) === forge.cron && <p class="meta">{next ? rich("settings.scheduleThen", { schedule: words, time: <time dateTime={next}>{fullTime(next)}</time> }) : words}</p>}
      </div>
      <details class="more">
        <summary><Icon name="chevron" small />{t("settings.branchFolderAndAuthor")}</summary>
        <div class="stack">
          {line("branch", t("settings.branch"), t("settings.theFirstSyncMakesIt"))}
          {line("path", t("settings.folderInTheRepository"), t("settings.forProjectsWikiAndIndex"))}
          {line("author_name", t("settings.nameOnCommits"), "")}
          {line("author_email", t("settings.mailAddressOnCommits"), "")}
        </div>
      </details>
      <p class="wrong" role="alert">{wrong.all}</p>
      <p role="status" class={answer && !answer.ok ? "wrong" : undefined}>{answer?.message}</p>
      <div class="line">
        <Button type="submit" kind="ink" busy={busy === "save"}>{t("settings.saveForge")}</Button>
        {forge.url && <Button busy={busy === "test"} onClick={() => void test()}>{t("settings.testTheConnection")}</Button>}
        {hasToken && !fixed("token") && <Button kind="bare" onClick={() => void put({ token: null }, t("common.theTokenIsForgotten"))}>{t("common.forgetTheToken")}</Button>}
      </div>
    </form>
  );
}
