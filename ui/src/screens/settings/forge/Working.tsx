// Work on the forge that is under way: what it does, how far it is, and the way to break it off.
import type { Forge } from "../../../api/types";
import { Button } from "../../../parts/Button";
import { api } from "../../../api/client";
import { change } from "../../../state/change";

export type Job = NonNullable<Forge["job"]>;

/** `onStopped` is called when it was broken off. */
export function Working({ job: { kind, step, done, total }, onStopped }: { job: Job; onStopped: () => Promise<void> }) {
  const stop = async () => {
    await change({ send: () => api.post("/api/forge/cancel"), failed: "It goes on." });
    await onStopped();
  };
  const id = `forge-${kind}`;
  const words = step || "waiting for its turn";
  return (
    <div class="stack tight">
      <p id={id}>{words.charAt(0).toUpperCase() + words.slice(1)}{total > 0 && `, ${done} of ${total}`}</p>
      <progress aria-labelledby={id} max={Math.max(total, 1)} value={total > 0 ? done : undefined} />
      <div class="line"><Button onClick={() => void stop()}>Cancel</Button></div>
    </div>
  );
}
