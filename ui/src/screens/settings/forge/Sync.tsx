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

type LastSync = NonNullable<Forge["last_sync"]>;

/** `onMoved` is called when things stand otherwise. */
export function Sync({ forge: { sync, job, last_sync: last, held, skipped }, onMoved }: { forge: Forge; onMoved: () => Promise<void> }) {
  const [asked, setAsked] = useState(false);
  const start = async () => {
    setAsked(true);
    await change({ send: () => api.post("/api/forge/sync"), failed: "Nothing was synchronised." });
    await onMoved();
    setAsked(false);
  };
  return (
    <>
      <div role="status" class="stack tight">{last ? <Last of={last} /> : <p>Nothing has been synchronised yet.</p>}</div>
      {held.length > 0 && (
        <div class="stack tight">
          <p class="status blocked"><Icon name="warn" small />Not pushed</p>
          <p>These look as if they held a credential. Take it out of the text, and the next sync brings them.</p>
          <ul class="stack tight">{held.map(({ path, line, kind }) => <li key={path}><span class="mono">{path}</span>, line {line}: {kind}</li>)}</ul>
        </div>
      )}
      <Skipped list={skipped} />
      {job && job.kind !== "import" ? <Working job={job} onStopped={onMoved} /> : (
        <>
          <Button icon="sync" busy={asked} disabled={sync === "off" || job !== null} onClick={() => void start()}>Sync now</Button>
          {sync === "off" && <p class="meta">Sync is off: choose below which way it goes.</p>}
        </>
      )}
    </>
  );
}

function Last({ of: { state, error, ended_at: at, pulled, pushed, merged, deleted } }: { of: LastSync }) {
  if (state === "failed") return <><p class="status failed"><Icon name="warn" small />Failed <Time at={at} words /></p><p>{error}</p></>;
  if (state === "diverged") return <><p class="status blocked"><Icon name="warn" small />Stopped <Time at={at} words /></p><p>Nothing was changed on either side: it waits for your decision above.</p></>;
  if (state === "cancelled") return <p class="status quiet"><Icon name="later" small />Cancelled <Time at={at} words />. What was done stays done.</p>;
  const parts = ([[pulled, "taken from the forge"], [pushed, "sent to the forge"], [merged, "merged"], [deleted, "deleted"]] as const).filter(([n]) => n > 0).map(([n, words]) => `${n} ${words}`);
  return <><p class="status done"><Icon name="check" small />In step <Time at={at} words /></p><p class="meta">{parts.length > 0 ? parts.join(", ") : "Nothing had changed."}</p></>;
}
