// The git remote that documents are kept in step with: which, how it goes, what it has, and
// what only the owner can decide.
import { useEffect, useState } from "preact/hooks";
import { deferred } from "../../../parts/deferred";
import { Loaded } from "../../../parts/Rest";
import { useResource } from "../../../state/resource";
import { Diverged } from "../forge/Diverged";
import { ForgeForm } from "../forge/ForgeForm";
import { Import } from "../forge/Import";
import { Sync } from "../forge/Sync";

const Conflicts = deferred("What waits for you", () => import("../forge/Conflicts"));

/** How long after a look at work under way, in milliseconds. */
const again = 1_000;

export default function Forge() {
  const forge = useResource("/api/forge", {}, { on: ["settings", "projects", "wiki", "problems"] });
  const refetch = () => forge.refetch();
  const known = forge.data.value;
  const [tries, setTries] = useState(0);
  const working = Boolean(known?.job || known?.syncing);
  useEffect(() => {
    if (!working) return;
    const timer = setInterval(() => void forge.refetch(), again);
    return () => clearInterval(timer);
  }, [forge, working]);
  return (
    <>
      <p class="meta">A git repository that progress files and wiki pages are kept in step with. Whoever edits them there and whoever edits them here, neither loses a line.</p>
      <Loaded of={forge}>
        {(now) => (
          <>
            {now.diverged && <Diverged of={now.diverged} busy={working} mode={now.sync} onDecided={refetch} />}
            {now.conflicts.length > 0 && (
              <section class="wide">
                <h3>{now.conflicts.length === 1 ? "One text waits for your decision" : `${now.conflicts.length} texts wait for your decision`}</h3>
                <p>Both sides were changed in the same place. Until you decide, each side keeps its own.</p>
                <Conflicts key={tries} onDecided={refetch} onMissing={() => {}} onAgain={() => setTries(tries + 1)} />
              </section>
            )}
            {now.url && (
              <section>
                <h3>Last sync</h3>
                <Sync forge={now} onMoved={refetch} />
              </section>
            )}
            <section>
              <h3>Repository</h3>
              <ForgeForm forge={now} onSaved={refetch} />
            </section>
            {now.url && (
              <section>
                <h3>Projects of the forge</h3>
                <p>An import registers projects and takes their progress files. Threads and reminders are not in the forge: only a backup brings those back.</p>
                <Import job={now.job} busy={working} waiting={now.import} onDone={refetch} />
              </section>
            )}
          </>
        )}
      </Loaded>
    </>
  );
}
