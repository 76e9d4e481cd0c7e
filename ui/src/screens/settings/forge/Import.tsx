// The projects of the forge: found by a scan, which writes nothing, and taken over by choice.
import { useEffect, useState } from "preact/hooks";
import { api } from "../../../api/client";
import type { Candidate, Forge, Scanned } from "../../../api/types";
import { Button } from "../../../parts/Button";
import { Icon } from "../../../parts/Icon";
import { change } from "../../../state/change";
import { say } from "../../../state/toasts";
import { Skipped } from "./Skipped";
import { type Job, Working } from "./Working";
import { t } from "../../../words";

const states: Record<Candidate["state"], string> = { get new() { return t("settings.new"); }, get registered() { return t("common.inTheHub"); }, get changed() { return t("settings.changedInTheForge"); } };
const projects = (n: number): string => (t("settings.nProjects", { n }));
const stages = {
  get going() { return t("settings.theImportGoesOnAlso"); },
  get stopped() { return t("settings.theImportWasBrokenOff"); },
  get over() { return t("settings.theImportIsDone"); },
};

/** `job`: what the forge is at; `busy`: whether it is, or will be at once; `waiting`: an import that has not ended; `onDone` is called
 * when something was imported or given up. */
export function Import({ job, busy, waiting, onDone }: { job: Job | null; busy: boolean; waiting: Forge["import"]; onDone: () => Promise<void> }) {
  const [found, setFound] = useState<Scanned | null>(null);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [at, setAt] = useState<"scan" | "import" | null>(null);
  const choose = (slug: string, wanted: boolean) => {
    const next = new Set(chosen);
    if (wanted) next.add(slug);
    else next.delete(slug);
    setChosen(next);
  };
  const scan = async () => {
    setAt("scan");
    const answer = await change({ send: () => api.post("/api/forge/scan"), failed: t("settings.theForgeWasNotScanned") });
    if (answer) {
      setFound(answer.data);
      setChosen(new Set(answer.data.candidates.filter(({ state }) => state === "new").map(({ slug }) => slug)));
    }
    setAt(null);
  };
  const take = async () => {
    setAt("import");
    const answer = await change({ send: () => api.post("/api/forge/import", { body: { slugs: [...chosen] } }), failed: t("settings.nothingWasImported") });
    if (answer) {
      await onDone();
      if (answer.status !== 202) {
        const { registered, pulled, conflicts } = answer.data;
        say([t("settings.imported", { projects: projects(registered.length), files: t("settings.progressFiles", { n: pulled }) }), conflicts > 0 && t("settings.waitForDecision", { n: conflicts })].filter(Boolean).join(" "));
        await scan();
      }
    }
    setAt(null);
  };
  // One that goes on behind the page is shown as long as it does; then the list is looked at anew.
  const importing = job?.kind === "import";
  const [stage, setStage] = useState<"going" | "stopped" | "over" | null>(null);
  useEffect(() => {
    if (importing) setStage("going");
    else if (stage === "going") setStage(waiting?.error ? null : "over");
    if (!importing && stage && found && at === null) void scan();
  }, [importing]);
  const stopped = async () => {
    setStage("stopped");
    await onDone();
  };
  const giveUp = async () => {
    await change({ send: () => api.post("/api/forge/cancel"), said: t("settings.theImportIsGivenUp") });
    await onDone();
  };
  return (
    <>
      {waiting?.error && !busy && (
        <div class="notice" role="status">
          <Icon name="warn" small />
          <p class="grow">{t("settings.importWaits", { why: waiting.error })}</p>
          <Button onClick={() => void giveUp()}>{t("settings.giveItUp")}</Button>
        </div>
      )}
      <p class="said" role="status">{stage && stages[stage]}</p>
      {importing && <Working job={job} onStopped={stopped} />}
      <Button busy={at === "scan"} disabled={busy && at === null} onClick={() => void scan()}>{t("settings.scanForImport")}</Button>
      {found && (found.candidates.length === 0 ? <p>{t("settings.theForgeHasNoProject")}</p> : (
        <fieldset class="picks">
          <legend class="unseen">{t("settings.projectsToImport")}</legend>
          {found.candidates.map(({ slug, title, state }) => (
            <label key={slug} class="pick">
              <input type="checkbox" checked={chosen.has(slug)} disabled={state === "registered"} onChange={(e) => choose(slug, e.currentTarget.checked)} />
              <span class="grow"><span dir="auto">{title}</span> <span class="meta mono">{slug}</span></span>
              <span class="meta">{states[state]}</span>
            </label>
          ))}
        </fieldset>
      ))}
      {found && <Skipped list={found.skipped} />}
      {found && chosen.size > 0 && !importing && <Button kind="outlined" busy={at === "import"} onClick={() => void take()}>{t("settings.import", { projects: projects(chosen.size) })}</Button>}
    </>
  );
}
