// The views of the list of threads: what each asks the hub for. Each status is in one of them;
// Quiet picks out of the open and the blocked ones.
import type { Overview } from "../../api/types";

export type View = "open" | "blocked" | "quiet" | "done" | "dismissed";

interface Known {
  view: View;
  label: string;
  /** What the hub is asked for. */
  asks: { status?: string[]; stale?: boolean };
  count: (of: Overview) => number | undefined;
  /** What it means that there is none. */
  empty: { title: string; text: string };
}

export const views: readonly Known[] = [
  {
    view: "open", label: "Open", asks: { status: ["open"] }, count: ({ threads }) => threads.open,
    empty: { title: "Nothing is open", text: "A thread is one piece of work you may leave and come back to. Agents start them; so can you." },
  },
  {
    view: "blocked", label: "Blocked", asks: { status: ["blocked"] }, count: ({ threads }) => threads.blocked,
    empty: { title: "Nothing is blocked", text: "Threads that wait for something or somebody stand here." },
  },
  {
    view: "quiet", label: "Quiet", asks: { stale: true }, count: ({ stale }) => stale,
    empty: { title: "Nothing has gone quiet", text: "Open and blocked threads that nothing has happened to for a while stand here too, the quietest first." },
  },
  {
    view: "done", label: "Done", asks: { status: ["done"] }, count: ({ threads }) => threads.done,
    empty: { title: "Nothing is done yet", text: "Finished threads stand here, and can be opened again." },
  },
  {
    view: "dismissed", label: "Dismissed", asks: { status: ["dismissed"] }, count: ({ threads }) => threads.dismissed,
    empty: { title: "Nothing was dismissed", text: "Threads that were given up stand here, and those that became part of another." },
  },
];

/** The view an address asks for. */
export const viewOf = (name: string | null): Known => views.find(({ view }) => view === name) ?? views[0]!;
