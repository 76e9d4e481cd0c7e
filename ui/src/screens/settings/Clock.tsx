// The owner's clock, and when a thread counts as quiet.
import { useSignal } from "@preact/signals";
import type { Preferences } from "../../api/types";
import { Field, Select } from "../../parts/Field";
import { prefer } from "../../state/preferences";
import { clockTime, now } from "../../state/time";
import { fixedBy } from "./words";
import { t } from "../../words";

export function Zone({ chosen: { timezone, sources } }: { chosen: Preferences }) {
  const all = useSignal(false); // hundreds of names are made when somebody turns to them
  const fixed = fixedBy(sources.timezone);
  const local = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const clock = t("settings.itIsTimeThere", { time: clockTime(new Date(now.value).toISOString()) });
  if (fixed) return <Field label={t("settings.timeZone")} value={timezone} readOnly onInput={() => {}} hint={`${clock} ${fixed}`} />;
  const own = sources.timezone === "stored" ? timezone : "";
  const first = [...new Set([own, local].filter(Boolean))];
  const others = all.value ? Intl.supportedValuesOf("timeZone").filter((name) => !first.includes(name)) : [];
  const turn = () => { all.value = true; };
  return (
    <div onFocusCapture={turn} onPointerDownCapture={turn}>
      <Select
        label={t("settings.timeZone")} value={own} onInput={(name) => void prefer({ timezone: name || null }, t("common.saved"))} hint={own ? clock : t("settings.remindersAndDaysFollowThe")}
        options={[
          { value: "", label: t("settings.asTheHubsMachineHas") },
          ...first.map((name) => ({ value: name, label: name === local ? t("settings.nameAsThisDevice", { name }) : name })),
          ...others.map((name) => ({ value: name, label: name })),
        ]}
      />
    </div>
  );
}

const days = (n: number): string => (t("settings.nDays", { n }));

export function Quiet({ chosen: { stale_days: present, sources } }: { chosen: Preferences }) {
  const fixed = fixedBy(sources.stale_days);
  if (fixed) return <Field label={t("common.callAThreadQuietAfter")} value={days(present)} readOnly onInput={() => {}} hint={fixed} />;
  const usual = [...new Set([1, 2, 3, 5, 7, 10, 14, 21, 30, 60, 90, present])].sort((a, b) => a - b);
  return (
    <Select
      label={t("common.callAThreadQuietAfter")} value={String(present)} onInput={(n) => void prefer({ stale_days: Number(n) }, t("common.saved"))}
      hint={t("settings.threadsThatNothingHappensTo")} options={usual.map((n) => ({ value: String(n), label: days(n) }))}
    />
  );
}
