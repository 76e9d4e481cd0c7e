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
    const next = wallTime(new Date((ahead ? Date.parse(ahead) : now.peek()) + day).toISOString());
    return ahead ? next : next.slice(0, 10) + "T09:00";
  });
  const [wrong, setWrong] = useState("");
  const send = async () => {
    if (!until) return setWrong("Choose a date and a time.");
    if (ahead && Date.parse(wireTime(until)) <= Date.parse(ahead)) return setWrong("It comes later than that already. To have it earlier, edit it.");
    setWrong("");
    if (await onSnooze({ until: wireTime(until) }, setWrong)) setOpen(false);
  };
  return (
    <div class="stack">
      <div class="line">
        {!ahead && <SnoozeButtons onSnooze={(how) => void onSnooze(how, setWrong)} />}
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
