// Every place of the dashboard: its address below /ui/, its name, and the screen that shows
// it, loaded when it is first needed. Places with the same screen keep it on the page.
import type { ComponentType } from "preact";
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
  screen: () => Promise<{ default: ComponentType<ScreenProps> }>;
  /** In the rail, with this icon. */
  icon?: IconName;
  /** The key after g that leads there. */
  key?: string;
  /** The place above, where Back leads on a phone. */
  up?: string;
}

const now = () => import("./screens/now");
const threads = () => import("./screens/threads");
const projects = () => import("./screens/projects");
const wiki = () => import("./screens/wiki");
const reminders = () => import("./screens/reminders");
const settings = () => import("./screens/settings");

export const places = {
  now: { path: "", title: "Now", icon: "now", key: "n", screen: now },
  capture: { path: "capture", title: "Capture", screen: now }, // where shortcuts and shares arrive; see shell/arrive.ts
  threads: { path: "threads", title: "Threads", icon: "threads", key: "t", screen: threads },
  thread: { path: "threads/{id}", title: "Thread", up: "threads", screen: threads },
  projects: { path: "projects", title: "Projects", icon: "projects", key: "p", screen: projects },
  project: { path: "projects/{slug}", title: "Project", up: "projects", screen: projects },
  wiki: { path: "wiki", title: "Wiki", icon: "wiki", key: "w", screen: wiki },
  page: { path: "wiki/{path...}", title: "Page", up: "wiki", screen: wiki },
  reminders: { path: "reminders", title: "Reminders", icon: "bell", key: "r", screen: reminders },
  reminder: { path: "reminders/{id}", title: "Reminder", up: "reminders", screen: reminders },
  activity: { path: "activity", title: "Activity", icon: "activity", screen: () => import("./screens/activity") },
  approvals: { path: "approvals", title: "Approvals", icon: "approve", screen: () => import("./screens/approvals") },
  search: { path: "search", title: "Search", screen: () => import("./screens/search") },
  more: { path: "more", title: "More", screen: () => import("./screens/more") },
  settings: { path: "settings", title: "Settings", icon: "settings", screen: settings },
  pane: { path: "settings/{pane}", title: "Settings", up: "settings", screen: settings },
  missing: { path: "{path...}", title: "Not found", screen: () => import("./screens/missing") },
} as const satisfies Record<string, Place>;

export type PlaceName = keyof typeof places;

/** The places in the rail and under More, in this order; Settings stands apart. */
export const rail = ["now", "threads", "projects", "wiki", "reminders", "activity", "approvals"] as const satisfies readonly PlaceName[];
