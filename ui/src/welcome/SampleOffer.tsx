// The sample data, offered where a place is still empty.
import { Button } from "../parts/Button";
import { overview } from "../state/overview";
import { now, wallTime } from "../state/time";
import { say } from "../state/toasts";
import { code, useRun } from "./run";
import { t } from "../words";

/** Loads the sample data. */
export function SampleButton({ bare = false }: { bare?: boolean }) {
  const [busy, run] = useRun();
  return (
    <Button
      kind={bare ? "bare" : "outlined"} busy={busy} onClick={() => void run(async () => {
        const { load } = await code();
        await load(wallTime(now.peek() + 86_400_000).slice(0, 10));
        say(t("welcome.sampleDataLoadedSettingsData"));
      }, t("welcome.theSampleDataIsNot2"))}
    >
      {busy ? t("welcome.loadingSampleData") : t("welcome.loadSampleData")}
    </Button>
  );
}

/** Offers it where a place is empty because the hub is new. */
export function SampleOffer() {
  const numbers = overview().data.value;
  const fresh = numbers && Object.values(numbers.threads).every((n) => n === 0);
  return fresh ? <SampleButton bare /> : null;
}
