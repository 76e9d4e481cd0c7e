// One line above the screen, when something about the whole hub is not as usual.
import type { ComponentChildren } from "preact";
import { ButtonLink } from "../parts/Button";
import { Icon, type IconName } from "../parts/Icon";
import { route, to } from "../router";
import { live } from "../state/live";
import { counts } from "../state/overview";
import { development } from "../state/session";

export function Banner() {
  const place = route.value.name;
  const asked = counts.value.approvals ?? 0;
  if (live.value === "offline") return <Line icon="warn">Offline. This is what was last known; changes need the hub.</Line>;
  if (asked > 0 && place !== "approvals") {
    return <Line icon="agent" action={<ButtonLink kind="bare" href={to("approvals")}>Have a look</ButtonLink>}>{asked === 1 ? "An agent asks for your approval." : `Agents ask for ${asked} approvals.`}</Line>;
  }
  if (development.value && place === "now") {
    return <Line icon="lock" action={<ButtonLink kind="bare" href={to("pane", { pane: "security" })}>Set one</ButtonLink>}>Development mode: no access token is set, so only this machine gets in.</Line>;
  }
  return null;
}

const Line = ({ icon, action, children }: { icon: IconName; action?: ComponentChildren; children: ComponentChildren }) => (
  <div class="banner" role="status"><Icon name={icon} small /><p class="grow">{children}</p>{action}</div>
);
