// Bringing both sides together now, how far that is, and how it went last.
import { useState } from "preact/hooks";
import { api } from "../../../api/client";
import type { Forge } from "../../../api/types";
import { Button } from "../../../parts/Button";
import { Icon } from "../../../parts/Icon";
import { Time } from "../../../parts/Time";
import { change } from "../../../state/change";
import { Skipped } from "./Skipped";
import { Working } from "./Working";
import { t } from "../../../words";
import { rich } from "../../../words/rich";

type LastSync = NonNullable<Forge["last_sync"]>;

/** `onMoved` is called when things stand otherwise. */
export function Sync({ forge: { sync, job, last_sync: last, held, skipped }, onMoved }: { forge: Forge; onMoved: () => Promise<void> }) {
  const [asked, setAsked] = useState(false);
  const start = async () => {
    setAsked(true);
    await change({ send: () => api.post("/api/forge/sync"), failed: t("settings.nothingWasSynchronised") });
    await onMoved();
    setAsked(false);
  };
  return (
    <>
      <div role="status" class="stack tight">{last ? <Last of={last} /> : <p>{t("settings.nothingHasBeenSynchronisedYet")}</p>}</div>
      {held.length > 0 && (
        <div class="stack tight">
          <p class="status blocked"><Icon name="warn" small />{t("settings.notPushed")}</p>
          <p>{t("settings.theseLookAsIfThey")}</p>
          <ul class="stack tight">{held.map(({ path, line, kind }) => <li key={path}>{rich("settings.heldLine", { path: <span class="mono">{path}</span>, line, kind })}</li>)}</ul>
        </div>
      )}
      <Skipped list={skipped} />
      {job && job.kind !== "import" ? <Working job={job} onStopped={onMoved} /> : (
        <>
          <Button icon="sync" busy={asked} disabled={sync === "off" || job !== null} onClick={() => void start()}>{t("settings.syncNow")}</Button>
          {sync === "off" && <p class="meta">{t("settings.syncIsOffChooseBelow")}</p>}
        </>
      )}
    </>
  );
}

function Last({ of: { state, error, ended_at: at, pulled, pushed, merged, deleted } }: { of: LastSync }) {
  if (state === "failed") return <><p class="status failed"><Icon name="warn" small /><span>{rich("settings.failedAt", { time: <Time at={at} words /> })}</span></p><p>{error}</p></>;
  if (state === "diverged") return <><p class="status blocked"><Icon name="warn" small /><span>{rich("settings.stoppedAt", { time: <Time at={at} words /> })}</span></p><p>{t("settings.nothingWasChangedOnEither")}</p></>;
  if (state === "cancelled") return <p class="status quiet"><Icon name="later" small /><span>{rich("settings.cancelledAt", { time: <Time at={at} words /> })}</span></p>;
  const parts = ([[pulled, "settings.pulled"], [pushed, "settings.pushed"], [merged, "settings.merged"], [deleted, "settings.deleted"]] as const).filter(([n]) => n > 0).map(([n, words]) => t(words, { n }));
  return <><p class="status done"><Icon name="check" small /><span>{rich("settings.syncedAt", { time: <Time at={at} words /> })}</span></p><p class="meta">{parts.length > 0 ? parts.join(", ") : t("settings.nothingHadChanged")}</p></>;
}
