// Which repository, and as whom. What the configuration fixes is shown, and by what.
import { useState } from "preact/hooks";
import { SecretField } from "../../../account/SecretField";
import { api } from "../../../api/client";
import type { Forge } from "../../../api/types";
import { Button } from "../../../parts/Button";
import { Field, Select } from "../../../parts/Field";
import { Icon } from "../../../parts/Icon";
import { change } from "../../../state/change";
import { fullTime } from "../../../state/time";
import { say } from "../../../state/toasts";
import { fixedBy } from "../words";

const names = ["url", "branch", "path", "username", "token", "author_name", "author_email", "sync", "cron"] as const;
type Name = (typeof names)[number];

/** What was typed and not saved; it outlives the pane. */
type Draft = Partial<Record<Name, string>>;
let kept: Draft = {};

const ways = [
  { value: "off", label: "Off" },
  { value: "pull", label: "Only take what the forge has" },
  { value: "both", label: "Both ways" },
] as const;

/** `onSaved` is called when other settings hold. */
export function ForgeForm({ forge, onSaved }: { forge: Forge; onSaved: () => Promise<void> }) {
  const { token_set: hasToken, schedule, sources, next_run: next } = forge;
  const [draft, setDraft] = useState<Draft>(kept);
  const [wrong, setWrong] = useState<Partial<Record<Name | "all", string>>>({});
  const [busy, setBusy] = useState<"save" | "test" | null>(null);
  const [shown, setShown] = useState(false);
  const [answer, setAnswer] = useState<{ ok: boolean; message: string } | null>(null);
  const set = (name: Name) => (value: string) => setDraft(kept = { ...draft, [name]: value });
  const fixed = (name: Name) => fixedBy(sources[name] ?? "default");

  const put = async (body: Partial<Record<Name, string | null>>, said: string) => {
    setWrong({});
    setAnswer(null);
    const saved = await change({
      send: () => api.put("/api/forge", { body }),
      refused: (why) => {
        const fields = Object.fromEntries(names.map((name) => [name, why.of(name)]));
        setWrong(Object.values(fields).some(Boolean) ? fields : { all: `Not saved. ${why.sentence}` });
      },
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
    if (await put({ ...changed, ...(token && { token }) }, "Saved.")) setDraft(kept = {});
    setBusy(null);
  };
  const test = async () => {
    setBusy("test");
    setAnswer(null);
    const tested = await change({ send: () => api.post("/api/forge/test"), failed: "The forge was not asked." });
    setAnswer(tested && tested.data);
    setBusy(null);
  };
  const line = (name: Exclude<Name, "token" | "sync">, label: string, hint: string) => (fixed(name)
    ? <Field label={label} mono readOnly value={forge[name] ?? ""} onInput={() => {}} hint={fixed(name)} />
    : <Field label={label} mono inputMode={name === "url" ? "url" : "text"} value={draft[name] ?? forge[name] ?? ""} onInput={set(name)} hint={hint} error={wrong[name] ?? ""} />);

  return (
    <form class="stack wide" onSubmit={(e) => { e.preventDefault(); void save(); }}>
      <div class="stack">
        {line("url", "Address of the repository", "Such as https://git.example.org/me/notes.git")}
        {line("username", "User name", "Most forges take any when there is a token.")}
        {fixed("token")
          ? <Field label="Token of the forge" readOnly value="" placeholder={hasToken ? "Set" : "None"} onInput={() => {}} hint={fixed("token")} />
          : (
            <SecretField
              name="token" label="Token of the forge" mono autoComplete="off" required={false} value={draft.token ?? ""} onInput={set("token")} error={wrong.token ?? ""} shown={shown} onShow={setShown}
              rule={hasToken ? "One is set. What you write here replaces it; a repository of another host forgets it." : "One that may read this repository, and write to it for both ways."}
            />
          )}
        {fixed("sync")
          ? <Field label="Keep in step" readOnly value={ways.find(({ value }) => value === forge.sync)!.label} onInput={() => {}} hint={fixed("sync")} />
          : <Select label="Keep in step" value={draft.sync ?? forge.sync} onInput={set("sync")} options={ways} error={wrong.sync ?? ""} />}
        {line("cron", "When", "Minute, hour, day, month, weekday, on your clock")}
        {(draft.cron ?? forge.cron) === forge.cron && <p class="meta">{schedule.charAt(0).toUpperCase() + schedule.slice(1)}{next && <>, next <time dateTime={next}>{fullTime(next)}</time></>}</p>}
      </div>
      <details class="more">
        <summary><Icon name="chevron" small />Branch, folder and author</summary>
        <div class="stack">
          {line("branch", "Branch", "The first sync makes it when it is not there.")}
          {line("path", "Folder in the repository", "For projects/, wiki/ and INDEX.md. Empty: the root.")}
          {line("author_name", "Name on commits", "")}
          {line("author_email", "Mail address on commits", "")}
        </div>
      </details>
      <p class="wrong" role="alert">{wrong.all}</p>
      <p role="status" class={answer && !answer.ok ? "wrong" : undefined}>{answer?.message}</p>
      <div class="line">
        <Button type="submit" kind="ink" busy={busy === "save"}>Save forge</Button>
        {forge.url && <Button busy={busy === "test"} onClick={() => void test()}>Test the connection</Button>}
        {hasToken && !fixed("token") && <Button kind="bare" onClick={() => void put({ token: null }, "The token is forgotten.")}>Forget the token</Button>}
      </div>
    </form>
  );
}
