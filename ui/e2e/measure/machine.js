// A shared machine disturbs what is measured on it. So a figure waits until there is room,
// and one that was disturbed is taken again.
import { setTimeout as sleep } from "node:timers/promises";

/** How many times longer than alone something may take before it counts as disturbed. */
const limit = 1.5;
/** How long to wait for room before each run, in milliseconds, and how many runs may be wasted. */
const [patience, spare] = [20_000, 4];

/** How much longer some work takes than it would alone. */
function crowding() {
  const [wall, { user, system }] = [process.hrtime.bigint(), process.cpuUsage()];
  let worked;
  do {
    const now = process.cpuUsage();
    worked = now.user + now.system - user - system;
  } while (worked < 10_000);
  return Number(process.hrtime.bigint() - wall) / 1_000 / worked;
}

/** Does something, and tells how crowded the machine was most of that time. */
async function during(work) {
  const seen = [];
  const timer = setInterval(() => seen.push(crowding()), 200);
  try {
    return { result: await work(), crowded: median(seen) };
  } finally {
    clearInterval(timer);
  }
}

/** Takes a figure `runs` times; the disturbed ones count only where there are no others. What
 * `measure` answers null to has failed and is taken again. */
export async function steadily(runs, measure) {
  const good = [], disturbed = [];
  for (let tries = 0; good.length < runs && tries < runs + spare; tries++) {
    for (const until = Date.now() + patience; (await during(() => sleep(1_000))).crowded > limit && Date.now() < until;);
    const { result, crowded } = await during(measure);
    if (result) (crowded > limit ? disturbed : good).push({ ...result, crowded });
  }
  const figures = [...good, ...disturbed.toSorted((a, b) => a.crowded - b.crowded)].slice(0, runs);
  if (figures.length === 0) throw new Error("nothing could be measured");
  return { figures, disturbed: figures.length - Math.min(good.length, runs) };
}

/** The one in the middle; of an even number, the higher of both. */
export const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
