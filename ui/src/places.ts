// Every place of the dashboard: its address below /ui/ and its name. shell/screens.ts says which
// screen shows it: named here, the screens would import themselves by way of the router.
import type { IconName } from "./parts/Icon";
import { t } from "./words";

export interface ScreenProps {
  /** What the address says in its {braces}. */
  params: Record<string, string>;
  /** What it says behind the ?. */
  query: URLSearchParams;
}

export interface Place {
  /** Below /ui/; "{name}" is one segment, "{name...}" the rest. */
  path: string;
  /** The page's title and heading, unless the screen knows better: see `usePage`. */
  title: string;
  /** In the rail, with this icon. */
  icon?: IconName;
  /** The key after g that leads there. */
  key?: string;
  /** The place above, where Back leads on a phone. */
  up?: string;
}

export const places = {
  now: { path: "", get title() { return t("place.now"); }, icon: "now", key: "n" },
  capture: { path: "capture", get title() { return t("common.capture"); } }, // where shortcuts and shares arrive; see shell/arrive.ts
  threads: { path: "threads", get title() { return t("common.threads"); }, icon: "threads", key: "t" },
  sweep: { path: "threads/sweep", get title() { return t("place.sweep"); }, up: "threads" }, // before what it could be taken for
  thread: { path: "threads/{id}", get title() { return t("common.thread"); }, up: "threads" },
  projects: { path: "projects", get title() { return t("common.projects"); }, icon: "projects", key: "p" },
  project: { path: "projects/{slug}", get title() { return t("common.project"); }, up: "projects" },
  wiki: { path: "wiki", get title() { return t("common.wiki"); }, icon: "wiki", key: "w" },
  page: { path: "wiki/{path...}", get title() { return t("place.page"); }, up: "wiki" },
  reminders: { path: "reminders", get title() { return t("common.reminders"); }, icon: "bell", key: "r" },
  reminder: { path: "reminders/{id}", get title() { return t("common.reminder"); }, up: "reminders" },
  agents: { path: "agents", get title() { return t("place.agents"); }, icon: "agent", key: "a" },
  activity: { path: "activity", get title() { return t("common.activity"); }, icon: "activity" },
  approvals: { path: "approvals", get title() { return t("common.approvals"); }, icon: "check" },
  search: { path: "search", get title() { return t("place.search"); } },
  more: { path: "more", get title() { return t("place.more"); } },
  settings: { path: "settings", get title() { return t("common.settings"); }, icon: "settings" },
  pane: { path: "settings/{pane}", get title() { return t("common.settings"); }, up: "settings" },
  pair: { path: "pair/{id}", get title() { return t("place.pair"); } },
  connect: { path: "connect/{id}", get title() { return t("place.connect"); } }, // where /authorize leads
  act: { path: "act", get title() { return t("place.act"); } }, // where a button of a mail leads: needs no session
  missing: { path: "{path...}", get title() { return t("place.notFound"); } },
} as const satisfies Record<string, Place>;

export type PlaceName = keyof typeof places;

/** The places in the rail and under More, in this order; Settings stands apart. */
export const rail = ["now", "threads", "projects", "wiki", "reminders", "agents", "activity", "approvals"] as const satisfies readonly PlaceName[];
