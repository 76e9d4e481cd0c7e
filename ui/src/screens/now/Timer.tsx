// The focus timer: a stretch of time that has an end. It lives in this page and says so when
// it is over, quietly; nothing is counted.
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Button } from "../../parts/Button";
import { Segmented } from "../../parts/Tabs";
import { say } from "../../state/toasts";
import { atWorkOn } from "../../state/work";

const choices = [{ value: "0", label: "None" }, { value: "15", label: "15" }, { value: "25", label: "25" }, { value: "45", label: "45" }] as const;
type Choice = (typeof choices)[number]["value"];

const chosen = signal<Choice>("25");
const run = signal<{ id: string; minutes: number; from: number } | null>(null);
const left = signal(0); // whole minutes, rounded up
let timer = 0;

function count(): void {
  clearTimeout(timer);
  const now = run.peek();
  if (!now) return;
  const ms = now.minutes * 60_000 - (Date.now() - now.from);
  left.value = Math.max(0, Math.ceil(ms / 60_000));
  if (ms > 0) timer = window.setTimeout(count, ms % 60_000 || 60_000);
  else {
    run.value = null;
    if (atWorkOn(now.id)) say(`${now.minutes} minutes are over. A good moment to breathe, or to pause with a note.`);
  }
}

/** Starts the chosen time for a thread. */
export function startTimer(id: string): void {
  const minutes = Number(chosen.peek());
  run.value = minutes ? { id, minutes, from: Date.now() } : null;
  count();
}

export function stopTimer(): void {
  clearTimeout(timer);
  run.value = null;
}

export const TimerChoice = () => (
  <Segmented label="Focus timer, minutes" shown="Timer" options={choices} value={chosen.value} onChange={(value) => { chosen.value = value; }} />
);

/** How much of it is left; nothing when none runs. */
export function TimerRun({ id }: { id: string }) {
  useEffect(count, []); // a sleeping page does not count
  const now = run.value;
  if (!now || now.id !== id) return null;
  return (
    <div class="stack tight">
      <div class="line"><label class="label grow" for="focus-timer">Focus timer</label><span class="meta">{left.value} {left.value === 1 ? "minute" : "minutes"} left of {now.minutes}</span><Button kind="bare" icon="close" iconOnly onClick={stopTimer}>Stop the timer</Button></div>
      <progress id="focus-timer" max={now.minutes} value={now.minutes - left.value} />
    </div>
  );
}
