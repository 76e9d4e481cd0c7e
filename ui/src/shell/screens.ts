// The screen of each place, loaded when it is first needed. Places with the same loader keep
// their screen on the page when the reader goes from one to the other.
import type { ComponentType } from "preact";
import type { PlaceName, ScreenProps } from "../places";

export type Loader = () => Promise<{ default: ComponentType<ScreenProps> }>;

const now = () => import("../screens/now");
const threads = () => import("../screens/threads");
const projects = () => import("../screens/projects");
const wiki = () => import("../screens/wiki");
const reminders = () => import("../screens/reminders");
const settings = () => import("../screens/settings");

export const screens: Record<PlaceName, Loader> = {
  now, capture: now,
  threads, thread: threads,
  projects, project: projects,
  wiki, page: wiki,
  reminders, reminder: reminders,
  activity: () => import("../screens/activity"),
  approvals: () => import("../screens/approvals"),
  search: () => import("../screens/search"),
  more: () => import("../screens/more"),
  settings, pane: settings,
  missing: () => import("../screens/missing"),
};
