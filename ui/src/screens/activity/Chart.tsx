// Added and finished threads of two weeks. The bars differ by fill, outlined and solid; the
// sentence and the table say the same.
import type { Overview } from "../../api/types";
import { shortDate } from "../../state/time";
import { t } from "../../words";

type Days = Overview["days"];

const [width, height, base, top] = [300, 122, 96, 6];
const bar = 7;

/** The bars of one day, from the left: its middle, and how high each is. */
export function layOut(days: Days): { date: string; middle: number; added: number; finished: number }[] {
  const most = Math.max(4, ...days.flatMap(({ added, finished }) => [added, finished])); // few are not a peak
  const step = width / Math.max(1, days.length);
  const tall = (count: number) => (count / most) * (base - top);
  return days.map(({ date, added, finished }, i) => ({ date, middle: step * (i + .5), added: tall(added), finished: tall(finished) }));
}

const sum = (days: Days, of: "added" | "finished") => days.reduce((total, day) => total + day[of], 0);

export function Chart({ days }: { days: Days }) {
  const added = sum(days, "added"), finished = sum(days, "finished");
  const bars = layOut(days);
  const middle = bars[Math.floor(bars.length / 2)], [first] = bars, last = bars.at(-1);
  return (
    <div class="chart-around">
      <div>
        <h2>{t("activity.addedAddedFinishedFinished", { added, finished })}</h2>
        <p class="chart-keys"><span>{t("activity.inNDays", { n: days.length })}</span><span><i class="key" />{t("activity.added")}</span><span><i class="key solid" />{t("activity.finished")}</span></p>
        <details class="disclosure">
          <summary>{t("activity.showAsATable")}</summary>
          <table class="data">
            <thead><tr><th scope="col">{t("activity.day")}</th><th scope="col">{t("activity.added")}</th><th scope="col">{t("activity.finished")}</th></tr></thead>
            <tbody>{days.map((day) => <tr key={day.date}><th scope="row">{shortDate(day.date)}</th><td>{day.added}</td><td>{day.finished}</td></tr>)}</tbody>
          </table>
        </details>
      </div>
      <svg class="chart" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={t("activity.threadsAddedAndFinishedA", { n: days.length, added, finished })}>
        {bars.map(({ date, middle: x, added: up, finished: done }) => (
          <g key={date}>
            {up > 0 && <rect class="outlined" x={x - bar - .75} y={base - up + .75} width={bar - 1} height={Math.max(1, up - .75)} rx="1" />}
            {done > 0 && <rect class="solid" x={x + .75} y={base - done} width={bar} height={done} rx="1" />}
          </g>
        ))}
        <line class="ground" x1="2" x2={width - 2} y1={base + .5} y2={base + .5} />
        {last && <circle class="mark-dot" cx={last.middle} cy={base + 7} r="2.6" />}
        {first && <text x={first.middle - bar} y={height - 2}>{shortDate(first.date)}</text>}
        {middle && <text x={middle.middle} y={height - 2} text-anchor="middle">{shortDate(middle.date)}</text>}
        {last && <text x={last.middle + bar} y={height - 2} text-anchor="end">{t("common.today")}</text>}
      </svg>
    </div>
  );
}
