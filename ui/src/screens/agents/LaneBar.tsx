// A lease in time: held so far, still to run, what was changed, and now. The words beside it
// say the same.
import { now } from "../../state/time";
import { placeIn, type Span } from "./axis";

interface LaneBarProps {
  span: Span;
  /** When the thread was claimed, and when the lease ends. */
  from: number;
  to: number;
  /** When something was changed. */
  changes: readonly number[];
}

export function LaneBar({ span, from, to, changes }: LaneBarProps) {
  const at = (time: number) => placeIn(span, time);
  const [start, today, end] = [at(from), at(now.value), at(to)];
  const percent = (n: number) => `${n}%`;
  return (
    <svg class="lane-bar" aria-hidden="true">
      <line class="ground" x1="0" x2="100%" y1="12" y2="12" />
      <rect class="left" x={percent(start)} width={percent(end - start)} y="6.5" height="11" rx="5.5" />
      <rect class="gone" x={percent(start)} width={percent(Math.max(0, today - start))} y="6" height="12" rx="6" />
      {changes.filter((time) => time >= span.from).map((time, i) => <line class="tick" key={i} x1={percent(at(time))} x2={percent(at(time))} y1="21" y2="26" />)}
      <circle class="at" cx={percent(today)} cy="12" r="6" />
    </svg>
  );
}
