// Who changed how much in twelve weeks: a square for each day, the owner's solid, those of agents
// outlined; bigger is more. Keys go from day to day, and the day is said in words.
import { useState } from "preact/hooks";
import { count, t } from "../../words";
import { longDate, shortDate } from "./dates";
import { type Day, sideOf, sum, weeksOf } from "./weeks";

/** The side of a cell, and of the whole. */
const cell = 11, height = 7 * cell + 8;

const steps: Record<string, number> = { ArrowUp: -1, ArrowDown: 1, ArrowLeft: -7, ArrowRight: 7 };

export function HeatMap({ days }: { days: readonly Day[] }) {
  const weeks = weeksOf(days);
  const shown = weeks.flat();
  const [at, setAt] = useState(shown.length - 1);
  const day = shown[Math.min(at, shown.length - 1)];
  if (!day) return null;
  const words = t("activity.dayChanges", { day: longDate(day.date), owner: day.owner, agents: day.agents });
  const walk = (e: KeyboardEvent) => {
    const mirrored = getComputedStyle(e.currentTarget as Element).direction === "rtl" && /Left|Right/.test(e.key) ? -1 : 1;
    const to = e.key === "Home" ? 0 : e.key === "End" ? shown.length - 1 : steps[e.key] && at + steps[e.key]! * mirrored;
    if (to === undefined) return;
    e.preventDefault();
    if (to >= 0 && to < shown.length) setAt(to);
  };
  return (
    <div class="weeks">
      <h2>{t("activity.twelveWeeks")}</h2>
      <div class="heats" role="slider" tabIndex={0} aria-label={t("activity.day")} aria-valuemin={1} aria-valuemax={shown.length} aria-valuenow={at + 1} aria-valuetext={words} onKeyDown={walk}>
        <Heat label={t("common.you")} of="owner" weeks={weeks} chosen={day} choose={setAt} />
        <Heat label={t("place.agents")} of="agents" weeks={weeks} chosen={day} choose={setAt} />
      </div>
      <p class="heat-day">{words}</p>
      <p class="meta">{t("activity.aColumnIsAWeek")}</p>
      <details class="disclosure">
        <summary>{t("activity.showAsATable")}</summary>
        <table class="data">
          <thead><tr><th scope="col">{t("activity.weekFrom")}</th><th scope="col">{t("common.you")}</th><th scope="col">{t("place.agents")}</th></tr></thead>
          <tbody>{weeks.map((week) => <tr key={week[0]!.date}><th scope="row">{shortDate(week[0]!.date)}</th><td>{count(sum(week, "owner"))}</td><td>{count(sum(week, "agents"))}</td></tr>)}</tbody>
        </table>
      </details>
    </div>
  );
}

function Heat({ label, of, weeks, chosen, choose }: { label: string; of: "owner" | "agents"; weeks: readonly Day[][]; chosen: Day; choose: (at: number) => void }) {
  const all = weeks.flat();
  const most = Math.max(...all.map((day) => day[of]));
  return (
    <div>
      <p class="heat-key"><i class={of === "owner" ? "key solid" : "key"} /><span>{label}</span> <span class="count">{count(sum(all, of))}</span></p>
      <svg class={`heat ${of}`} viewBox={`0 0 ${weeks.length * cell} ${height}`} aria-hidden="true">
        {weeks.map((week, x) => week.map((day, y) => {
          const side = sideOf(day[of], most) * cell;
          const [middle, centre] = [(x + .5) * cell, (y + .5) * cell];
          return (
            <g key={day.date} onPointerEnter={() => choose(x * 7 + y)}>
              <rect class={day === chosen ? "cell chosen" : "cell"} x={x * cell + .5} y={y * cell + .5} width={cell - 1} height={cell - 1} rx="2" />
              {side > 0 ? <rect class="much" x={middle - side / 2} y={centre - side / 2} width={side} height={side} rx="1.2" /> : <circle class="none" cx={middle} cy={centre} r=".9" />}
            </g>
          );
        }))}
        <circle class="mark-dot" cx={(weeks.length - .5) * cell} cy={height - 3.5} r="2.4" />
      </svg>
    </div>
  );
}
