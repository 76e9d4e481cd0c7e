import { useState } from "preact/hooks";
import { Button } from "../../parts/Button";
import { Field } from "../../parts/Field";
import { now, wallTime, wireTime } from "../../state/time";
import type { Snooze } from "./actions";

const choices = [["10m", "10 min"], ["1h", "1 hour"], ["tonight", "Tonight"], ["tomorrow", "Tomorrow"]] as const;

/** The buttons of the usual lengths. */
export const SnoozeButtons = ({ onSnooze }: { onSnooze: (how: Snooze) => void }) => (
  <>{choices.map(([key, label]) => <Button key={key} label={`Put off: ${label}`} onClick={() => onSnooze({ for: key })}>{label}</Button>)}</>
);

/** The usual lengths, and a date of one's own. */
export function SnoozeChoices({ onSnooze }: { onSnooze: (how: Snooze, refused: (why: string) => void) => Promise<unknown> }) {
  const [open, setOpen] = useState(false);
  const [until, setUntil] = useState(() => wallTime(new Date(now.peek() + 86_400_000).toISOString()).slice(0, 10) + "T09:00");
  const [wrong, setWrong] = useState("");
  const send = async () => {
    if (!until) return setWrong("Choose a date and a time.");
    setWrong("");
    if (await onSnooze({ until: wireTime(until) }, setWrong)) setOpen(false);
  };
  return (
    <div class="stack">
      <div class="line">
        <SnoozeButtons onSnooze={(how) => void onSnooze(how, setWrong)} />
        <Button expanded={open} onClick={() => setOpen(!open)}>A date</Button>
      </div>
      {open && (
        <form class="snooze-date" onSubmit={(e) => { e.preventDefault(); void send(); }}>
          <Field label="Put off until" type="datetime-local" value={until} onInput={setUntil} error={wrong} />
          <Button type="submit">Put off</Button>
        </form>
      )}
    </div>
  );
}
