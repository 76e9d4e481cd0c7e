// Work on the forge that is under way: what it does, how far it is, and the way to break it off.
import type { Forge } from "../../../api/types";
import { Button } from "../../../parts/Button";
import { api } from "../../../api/client";
import { change } from "../../../state/change";
import { sentence, t } from "../../../words";

export type Job = NonNullable<Forge["job"]>;

/** `onStopped` is called when it was broken off. */
export function Working({ job: { kind, step, done, total }, onStopped }: { job: Job; onStopped: () => Promise<void> }) {
  const stop = async () => {
    await change({ send: () => api.post("/api/forge/cancel"), failed: t("settings.itGoesOn") });
    await onStopped();
  };
  const id = `forge-${kind}`;
  const words = step || t("settings.waitingForItsTurn");
  return (
    <div class="stack tight">
      <p id={id}>{sentence(words)}{total > 0 && t("settings.doneOfTotal", { done, total })}</p>
      <progress aria-labelledby={id} max={Math.max(total, 1)} value={total > 0 ? done : undefined} />
      <div class="line"><Button onClick={() => void stop()}>{t("common.cancel")}</Button></div>
    </div>
  );
}
