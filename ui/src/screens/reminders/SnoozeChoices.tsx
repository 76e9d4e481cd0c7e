import { useState } from "preact/hooks";
import { Button } from "../../parts/Button";
import { Field } from "../../parts/Field";
import { now, wallTime } from "../../state/time";
import { momentOf, wireTime } from "../../state/wall";
import type { Snooze } from "./actions";
import { t } from "../../words";

const choices = [["10m", "reminders.tenMinutes"], ["1h", "reminders.oneHour"], ["tonight", "reminders.tonight"], ["tomorrow", "common.tomorrow"]] as const;

/** The buttons of the usual lengths. */
export const SnoozeButtons = ({ onSnooze }: { onSnooze: (how: Snooze) => void }) => (
  <>{choices.map(([key, label]) => <Button key={key} label={t("reminders.putOffLabel", { label: t(label) })} onClick={() => onSnooze({ for: key })}>{t(label)}</Button>)}</>
);

const day = 86_400_000;

interface SnoozeChoicesProps {
  /** When it comes, if that is still ahead: then it can only be put off to a later date. */
  ahead: string | null;
  onSnooze: (how: Snooze, refused: (why: string) => void) => Promise<unknown>;
}

/** The usual lengths, counted from now, and a date of one's own. */
export function SnoozeChoices({ ahead, onSnooze }: SnoozeChoicesProps) {
  const [open, setOpen] = useState(false);
  const [until, setUntil] = useState(() => {
    const next = wallTime((ahead ? Date.parse(ahead) : now.peek()) + day);
    return ahead ? next : next.slice(0, 10) + "T09:00";
  });
  const [wrong, setWrong] = useState("");
  const send = async () => {
    if (!until) return setWrong(t("common.chooseADateAndA"));
    if (ahead && momentOf(until) <= Date.parse(ahead)) return setWrong(t("reminders.itComesLaterThanThat"));
    setWrong("");
    if (await onSnooze({ until: wireTime(until) }, setWrong)) setOpen(false);
  };
  return (
    <div class="stack">
      <div class="line">
        {!ahead && <SnoozeButtons onSnooze={(how) => void onSnooze(how, setWrong)} />}
        <Button expanded={open} onClick={() => setOpen(!open)}>{t("reminders.aDate")}</Button>
      </div>
      {open && (
        <form class="snooze-date" onSubmit={(e) => { e.preventDefault(); void send(); }}>
          <Field label={t("reminders.putOffUntil")} type="datetime-local" value={until} onInput={setUntil} error={wrong} />
          <Button type="submit">{t("common.snooze")}</Button>
        </form>
      )}
    </div>
  );
}
