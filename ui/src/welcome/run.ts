// Loading and removing the sample data, one at a time.
import { useState } from "preact/hooks";
import { Refusal } from "../api/refusal";
import { say } from "../state/toasts";
import { t } from "../words";

/** What does it, loaded when it is wanted. */
export const code = () => import("./sample").catch(() => { throw new Refusal(0); });

/** Runs one of the two at a time, and says how it went. */
export function useRun(): [busy: boolean, run: (what: () => Promise<void>, failed: string) => Promise<void>] {
  const [busy, setBusy] = useState(false);
  return [busy, async (what, failed) => {
    setBusy(true);
    try {
      await what();
    } catch (failure) {
      if (!(failure instanceof Refusal)) throw failure;
      say(`${failed} ${failure.status === 409 ? t("welcome.nameTaken") : failure.sentence}`, { alarm: true });
    } finally {
      setBusy(false);
    }
  }];
}
