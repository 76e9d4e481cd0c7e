import { Button } from "../parts/Button";
import { prefer } from "../state/preferences";
import { clockTime, now } from "../state/time";
import { Line } from "./Line";
import { t } from "../words";

/** Asks which zone holds, where the device has another one than the hub. */
export default function ZoneLine({ here, there }: { here: string; there: string }) {
  const set = (timezone: string) => void prefer({ timezone }, t("common.saved"));
  return (
    <Line icon="later" still action={<div class="banner-acts"><Button kind="bare" onClick={() => set(here)}>{t("shell.useHere", { here })}</Button><Button kind="bare" onClick={() => set(there)}>{t("shell.keepThere", { there })}</Button></div>}>
      {t("shell.hubZone", { zone: there, here, time: clockTime(new Date(now.value).toISOString()) })}
    </Line>
  );
}
