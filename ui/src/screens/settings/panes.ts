// The panes of the settings: one file each under panes/, loaded when it is first needed.
import type { ComponentType } from "preact";
import type { IconName } from "../../parts/Icon";

export interface Pane {
  pane: string;
  title: string;
  icon: IconName;
  load: () => Promise<{ default: ComponentType }>;
}

export const panes: readonly Pane[] = [
  { pane: "security", title: "Sign-in & security", icon: "lock", load: () => import("./panes/Security") },
  { pane: "agents", title: "Agents", icon: "agent", load: () => import("./panes/Agents") },
  { pane: "alerts", title: "Alerts", icon: "bell", load: () => import("./panes/Alerts") },
  { pane: "forge", title: "Forge", icon: "sync", load: () => import("./panes/Forge") },
  { pane: "data", title: "Data", icon: "download", load: () => import("./panes/Data") },
  { pane: "app", title: "App", icon: "sun", load: () => import("./panes/App") },
];
