import type { ComponentChildren } from "preact";
import { Icon, type IconName } from "../parts/Icon";

/** The line above the screen. `still`: it is not read out; what changes by itself would be each time. */
export const Line = ({ icon, still, action, children }: { icon: IconName; still?: boolean; action?: ComponentChildren; children: ComponentChildren }) => (
  <div class="banner" role={still ? undefined : "status"}><Icon name={icon} small /><p class="grow">{children}</p>{action}</div>
);
