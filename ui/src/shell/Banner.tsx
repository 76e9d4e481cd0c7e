// One line above the screen, when something about the whole hub is not as usual.
import type { ComponentChildren } from "preact";
import { heard } from "../api/client";
import { Button, ButtonLink } from "../parts/Button";
import { Icon, type IconName } from "../parts/Icon";
import { route, to } from "../router";
import { live } from "../state/live";
import { counts } from "../state/overview";
import { unsent } from "../state/outbox";
import { otherZone, prefer, zone } from "../state/preferences";
import { development } from "../state/session";
import { clockTime, daysAgo, now, shortTime } from "../state/time";
import { newer, renew } from "../state/version";

export function Banner() {
  const place = route.value.name;
  const asked = counts.value.approvals ?? 0;
  const kept = keptWords(unsent.value.length);
  if (live.value === "offline") return <Line icon="warn">{["Offline.", memoryWords(heard.value), kept || "Changes need the hub."].join(" ")}</Line>;
  if (kept) return <Line icon="later">{kept}</Line>;
  if (newer.value) return <Line icon="sync" action={<Button kind="bare" onClick={renew}>Reload</Button>}>A new version of this page is ready.</Line>;
  if (asked > 0 && place !== "approvals") {
    return <Line icon="agent" action={<ButtonLink kind="bare" href={to("approvals")}>Have a look</ButtonLink>}>{asked === 1 ? "An agent asks for your approval." : `Agents ask for ${asked} approvals.`}</Line>;
  }
  if (development.value && place === "now") {
    return <Line icon="lock" action={<ButtonLink kind="bare" href={to("pane", { pane: "security" })}>Set one</ButtonLink>}>Development mode: no access token is set, so only this machine gets in.</Line>;
  }
  if (otherZone.value && zone.value && place === "now") {
    const [here, there] = [otherZone.value, zone.value];
    const set = (timezone: string) => void prefer({ timezone }, "Saved.");
    return (
      <Line icon="later" action={<div class="banner-acts"><Button kind="bare" onClick={() => set(here)}>{`Use ${here}`}</Button><Button kind="bare" onClick={() => set(there)}>{`Keep ${there}`}</Button></div>}>
        {`The hub goes by the clock of its machine: it is ${clockTime(new Date(now.value).toISOString())} there.`}
      </Line>
    );
  }
  return null;
}

/** How old what is shown is. */
function memoryWords(at: number): string {
  if (at === 0) return "This page knows nothing yet.";
  const iso = new Date(at).toISOString();
  return `This is as it was ${daysAgo(iso) === 0 ? `at ${clockTime(iso)}` : `on ${shortTime(iso)} at ${clockTime(iso)}`}.`;
}

/** What waits on this page alone. */
function keptWords(captures: number): string {
  if (captures === 0) return "";
  return `${captures === 1 ? "One capture is" : `${captures} captures are`} kept on this page until the hub answers: leave it open.`;
}

const Line = ({ icon, action, children }: { icon: IconName; action?: ComponentChildren; children: ComponentChildren }) => (
  <div class="banner" role="status"><Icon name={icon} small /><p class="grow">{children}</p>{action}</div>
);
