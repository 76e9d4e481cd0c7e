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

const states: Record<Candidate["state"], string> = { new: "New", registered: "In the hub", changed: "Changed in the forge" };
const projects = (n: number): string => (n === 1 ? "1 project" : `${n} projects`);
const stages = {
  going: "The import goes on, also when you leave this page. The projects appear as they come.",
  stopped: "The import was broken off. What was imported stays.",
  over: "The import is done.",
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
    const answer = await change({ send: () => api.post("/api/forge/scan"), failed: "The forge was not scanned." });
    if (answer) {
      setFound(answer.data);
      setChosen(new Set(answer.data.candidates.filter(({ state }) => state === "new").map(({ slug }) => slug)));
    }
    setAt(null);
  };
  const take = async () => {
    setAt("import");
    const answer = await change({ send: () => api.post("/api/forge/import", { body: { slugs: [...chosen] } }), failed: "Nothing was imported." });
    if (answer) {
      await onDone();
      if (answer.status !== 202) {
        const { registered, pulled, conflicts } = answer.data;
        say(`Imported: ${projects(registered.length)}, ${pulled === 1 ? "1 progress file" : `${pulled} progress files`}.${conflicts > 0 ? ` ${conflicts} wait for your decision.` : ""}`);
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
    await change({ send: () => api.post("/api/forge/cancel"), said: "The import is given up. What was imported stays." });
    await onDone();
  };
  return (
    <>
      {waiting?.error && !busy && (
        <div class="notice" role="status">
          <Icon name="warn" small />
          <p class="grow">An import is not finished: {waiting.error}. It is tried again by itself.</p>
          <Button onClick={() => void giveUp()}>Give it up</Button>
        </div>
      )}
      <p class="said" role="status">{stage && stages[stage]}</p>
      {importing && <Working job={job} onStopped={stopped} />}
      <Button busy={at === "scan"} disabled={busy && at === null} onClick={() => void scan()}>Scan for import</Button>
      {found && (found.candidates.length === 0 ? <p>The forge has no project: a project is a folder in projects/ with a PROGRESS.md.</p> : (
        <fieldset class="picks">
          <legend class="unseen">Projects to import</legend>
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
      {found && chosen.size > 0 && !importing && <Button kind="outlined" busy={at === "import"} onClick={() => void take()}>Import {projects(chosen.size)}</Button>}
    </>
  );
}
