// Every place of the dashboard: its address below /ui/ and its name. shell/screens.ts says which
// screen shows it: named here, the screens would import themselves by way of the router.
import type { IconName } from "./parts/Icon";

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
  now: { path: "", title: "Now", icon: "now", key: "n" },
  capture: { path: "capture", title: "Capture" }, // where shortcuts and shares arrive; see shell/arrive.ts
  threads: { path: "threads", title: "Threads", icon: "threads", key: "t" },
  thread: { path: "threads/{id}", title: "Thread", up: "threads" },
  projects: { path: "projects", title: "Projects", icon: "projects", key: "p" },
  project: { path: "projects/{slug}", title: "Project", up: "projects" },
  wiki: { path: "wiki", title: "Wiki", icon: "wiki", key: "w" },
  page: { path: "wiki/{path...}", title: "Page", up: "wiki" },
  reminders: { path: "reminders", title: "Reminders", icon: "bell", key: "r" },
  reminder: { path: "reminders/{id}", title: "Reminder", up: "reminders" },
  activity: { path: "activity", title: "Activity", icon: "activity" },
  approvals: { path: "approvals", title: "Approvals", icon: "approve" },
  search: { path: "search", title: "Search" },
  more: { path: "more", title: "More" },
  settings: { path: "settings", title: "Settings", icon: "settings" },
  pane: { path: "settings/{pane}", title: "Settings", up: "settings" },
  missing: { path: "{path...}", title: "Not found" },
} as const satisfies Record<string, Place>;

export type PlaceName = keyof typeof places;

/** The places in the rail and under More, in this order; Settings stands apart. */
export const rail = ["now", "threads", "projects", "wiki", "reminders", "activity", "approvals"] as const satisfies readonly PlaceName[];
