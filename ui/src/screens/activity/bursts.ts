// What one agent did in one go is one line: many small changes say less than that they were made.
import type { Event } from "../../api/types";
import { canUndo } from "../../state/events";

/** Several events of one agent, the newest first. */
export type Burst = readonly [Event, ...Event[]];

/** From how many on they are a burst, and how long may lie between two of them, in milliseconds. */
const least = 3, pause = 30 * 60_000;

const sameAgent = (a: Event, b: Event) => a.actor === "agent" && b.actor === "agent" && a.source_tool === b.source_tool && a.via === b.via && !a.compacted && !b.compacted;

/** Events of a day, the newest first, with the bursts among them where their newest is. What others
 * did in between does not part a burst. */
export function fold(events: readonly Event[]): (Event | Burst)[] {
  const runs: Event[][] = [];
  for (const event of events) {
    const run = runs.findLast((one) => sameAgent(one[0]!, event));
    if (run && Date.parse(run.at(-1)!.at) - Date.parse(event.at) < pause) run.push(event);
    else runs.push([event]);
  }
  const burstOf = new Map(runs.filter((run) => run.length >= least).flatMap((run) => run.map((event): [Event, Event[]] => [event, run])));
  return events.flatMap((event): (Event | Burst)[] => {
    const run = burstOf.get(event);
    return !run ? [event] : run[0] === event ? [run as unknown as Burst] : [];
  });
}

/** The items of a burst, each once, the newest first. */
export const itemsOf = (burst: Burst): Event[] => [...new Map([...burst].reverse().map((event) => [event.subject, event])).values()].reverse();

/** Those of a burst that can be taken back together. */
export const undoable = (burst: Burst): Event[] => burst.filter((event) => canUndo(event) && !(event.undo_of && burst.some(({ id }) => id === event.undo_of)));
