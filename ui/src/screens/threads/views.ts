// The views of the list of threads: what each asks the hub for. Each status is in one of them;
// Quiet and Snoozed pick out of the open and the blocked ones.
import type { Overview } from "../../api/types";
import { t } from "../../words";

export type View = "open" | "ready" | "blocked" | "quiet" | "snoozed" | "done" | "dismissed";

interface Known {
  view: View;
  label: string;
  /** What the hub is asked for. */
  asks: { status?: string[]; stale?: boolean; ready?: boolean; snoozed?: boolean };
  count: (of: Overview) => number | undefined;
  /** What it means that there is none. */
  empty: { title: string; text: string };
}

export const views: readonly Known[] = [
  {
    view: "open", get label() { return t("mark.open"); }, asks: { status: ["open"] }, count: ({ threads }) => threads.open,
    empty: { get title() { return t("threads.nothingIsOpen"); }, get text() { return t("threads.aThreadIsOnePiece"); } },
  },
  {
    view: "blocked", get label() { return t("mark.blocked"); }, asks: { status: ["blocked"] }, count: ({ threads }) => threads.blocked,
    empty: { get title() { return t("threads.nothingIsBlocked"); }, get text() { return t("threads.threadsThatWaitForSomething"); } },
  },
  {
    view: "quiet", get label() { return t("mark.quiet"); }, asks: { stale: true }, count: ({ stale }) => stale,
    empty: { get title() { return t("threads.nothingHasGoneQuiet"); }, get text() { return t("threads.openAndBlockedThreadsThat"); } },
  },
  {
    view: "done", get label() { return t("mark.done"); }, asks: { status: ["done"] }, count: ({ threads }) => threads.done,
    empty: { get title() { return t("common.nothingIsDoneYet"); }, get text() { return t("threads.finishedThreadsStandHereAnd"); } },
  },
  {
    view: "snoozed", get label() { return t("threads.snoozed"); }, asks: { snoozed: true }, count: () => undefined,
    empty: { get title() { return t("threads.nothingIsSnoozed"); }, get text() { return t("threads.threadsThatRestUntil"); } },
  },
  {
    view: "ready", get label() { return t("threads.canStart"); }, asks: { ready: true }, count: () => undefined,
    empty: { get title() { return t("threads.nothingCanStart"); }, get text() { return t("threads.openThreadsThatNothing"); } },
  },
  {
    view: "dismissed", get label() { return t("mark.dismissed"); }, asks: { status: ["dismissed"] }, count: ({ threads }) => threads.dismissed,
    empty: { get title() { return t("threads.nothingWasDismissed"); }, get text() { return t("threads.threadsThatWereGivenUp"); } },
  },
];

/** The view an address asks for. */
export const viewOf = (name: string | null): Known => views.find(({ view }) => view === name) ?? views[0]!;

/** What an address says of the list, to be kept on the way to a thread and back. */
export const keptOf = (query: URLSearchParams): Record<string, string | null> => Object.fromEntries(["view", "q", "project", "tool"].map((name) => [name, query.get(name)]));
