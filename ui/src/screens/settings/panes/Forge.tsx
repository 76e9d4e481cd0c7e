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
import { t } from "../../../words";

const Conflicts = deferred(() => import("../forge/Conflicts"));

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
      <p class="meta">{t("settings.aGitRepositoryThatProgress")}</p>
      <Loaded of={forge}>
        {(now) => (
          <>
            {now.diverged && <Diverged of={now.diverged} busy={working} mode={now.sync} onDecided={refetch} />}
            {now.conflicts.length > 0 && (
              <section class="wide">
                <h3>{t("settings.nTextsWaitForYour", { n: now.conflicts.length })}</h3>
                <p>{t("settings.bothSidesWereChangedIn")}</p>
                <Conflicts key={tries} onDecided={refetch} onMissing={() => {}} onAgain={() => setTries(tries + 1)} />
              </section>
            )}
            {now.url && (
              <section>
                <h3>{t("settings.lastSync")}</h3>
                <Sync forge={now} onMoved={refetch} />
              </section>
            )}
            <section>
              <h3>{t("settings.repository")}</h3>
              <ForgeForm forge={now} onSaved={refetch} />
            </section>
            {now.url && (
              <section>
                <h3>{t("settings.projectsOfTheForge")}</h3>
                <p>{t("settings.anImportRegistersProjectsAnd")}</p>
                <Import job={now.job} busy={working} waiting={now.import} onDone={refetch} />
              </section>
            )}
          </>
        )}
      </Loaded>
    </>
  );
}
