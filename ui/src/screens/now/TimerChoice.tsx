// How long the focus timer runs (TimerRun.tsx).
import { Segmented } from "../../parts/Tabs";
import { focusMinutes, prefer } from "../../state/preferences";
import { t } from "../../words";

const choices = [{ value: "0", get label() { return t("now.none"); } }, { value: "15", label: "15" }, { value: "25", label: "25" }, { value: "45", label: "45" }] as const;

type Choice = (typeof choices)[number]["value"];

export const TimerChoice = () => (
  <Segmented label={t("now.focusTimerMinutes")} shown={t("now.timer")} options={choices} value={String(focusMinutes.value) as Choice} onChange={(value) => void prefer({ focus_minutes: Number(value) as typeof focusMinutes.value })} />
);
