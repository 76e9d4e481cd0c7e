// The screen of each place, loaded when it is first needed. A place below another has its
// screen, which stays on the page when the reader goes from one to the other.
import type { ComponentType } from "preact";
import { type Place, type PlaceName, places, type ScreenProps } from "../places";

export type Loader = () => Promise<{ default: ComponentType<ScreenProps> }>;

const now = () => import("../screens/now");

const screens: Partial<Record<PlaceName, Loader>> = {
  now, capture: now,
  threads: () => import("../screens/threads"),
  projects: () => import("../screens/projects"),
  wiki: () => import("../screens/wiki"),
  reminders: () => import("../screens/reminders"),
  activity: () => import("../screens/activity"),
  approvals: () => import("../screens/approvals"),
  search: () => import("../screens/search"),
  more: () => import("../screens/more"),
  settings: () => import("../screens/settings"),
};
const missing = () => import("../screens/missing");

/** The loader of the screen that shows a place. */
export const screenOf = (name: PlaceName): Loader => screens[(places[name] as Place).up as PlaceName ?? name] ?? missing;
