// One line above the screen, when something about the whole hub is not as usual.
import { Icon } from "../parts/Icon";
import { live } from "../state/live";
import { counts } from "../state/overview";
import { route, to } from "../router";

export function Banner() {
  if (live.value === "offline") {
    return <p class="banner" role="status"><Icon name="warn" small /><span>Offline. This is what was last known; changes wait for the hub.</span></p>;
  }
  const asked = counts.value.approvals ?? 0;
  if (asked > 0 && route.value.name !== "approvals") {
    return <p class="banner"><Icon name="agent" small /><span>{asked === 1 ? "An agent asks for your approval." : `Agents ask for ${asked} approvals.`} <a href={to("approvals")}>Have a look</a></span></p>;
  }
  return null;
}
