// The screen of each place, loaded when it is first needed. A place below another without one has its
// screen, which stays on the page when the reader goes from one to the other.
import type { ComponentType } from "preact";
import { type Place, type PlaceName, places, type ScreenProps } from "../places";
import { want } from "../words";
import { partOf } from "../words/parts";

export type Loader = () => Promise<{ default: ComponentType<ScreenProps> }>;

const now = () => import("../screens/now");

const screens: Partial<Record<PlaceName, Loader>> = {
  now, capture: now,
  threads: () => import("../screens/threads"),
  sweep: () => import("../screens/sweep"),
  projects: () => import("../screens/projects"),
  wiki: () => import("../screens/wiki"),
  reminders: () => import("../screens/reminders"),
  agents: () => import("../screens/agents"),
  activity: () => import("../screens/activity"),
  approvals: () => import("../screens/approvals"),
  search: () => import("../screens/search"),
  more: () => import("../screens/more"),
  pair: () => import("../screens/pair"),
  connect: () => import("../screens/connect"),
  settings: () => import("../screens/settings"),
  act: () => import("../screens/act"),
};
const missing = () => import("../screens/missing");

/** Each screen comes with its words. */
const loaders = Object.fromEntries(Object.entries(screens).map(([name, load]): [string, Loader] => (
  [name, () => Promise.all([load(), want(partOf[name])]).then(([file]) => file)]
)));

/** The loader of the screen that shows a place: its own, else that of the place above. */
export const screenOf = (name: PlaceName): Loader => loaders[name] ?? loaders[(places[name] as Place).up as PlaceName] ?? missing;
