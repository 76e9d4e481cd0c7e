// The panes of the settings: one file each under panes/, loaded when it is first needed.
import type { ComponentType } from "preact";
import type { IconName } from "../../parts/Icon";
import { t } from "../../words";

export interface Pane {
  pane: string;
  title: string;
  icon: IconName;
  load: () => Promise<{ default: ComponentType }>;
}

export const panes: readonly Pane[] = [
  { pane: "security", get title() { return t("settings.signInSecurity"); }, icon: "lock", load: () => import("./panes/Security") },
  { pane: "agents", get title() { return t("settings.agents"); }, icon: "agent", load: () => import("./panes/Agents") },
  { pane: "alerts", get title() { return t("settings.alerts"); }, icon: "bell", load: () => import("./panes/Alerts") },
  { pane: "reminders", get title() { return t("common.reminders"); }, icon: "later", load: () => import("./panes/Reminders") },
  { pane: "forge", get title() { return t("settings.forge"); }, icon: "sync", load: () => import("./panes/Forge") },
  { pane: "data", get title() { return t("settings.data"); }, icon: "download", load: () => import("./panes/Data") },
  { pane: "app", get title() { return t("settings.app"); }, icon: "sun", load: () => import("./panes/App") },
];
