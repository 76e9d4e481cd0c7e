// One line above the screen, when something about the whole hub is not as usual.
import { heard } from "../api/client";
import { Button, ButtonLink } from "../parts/Button";
import { extra } from "../parts/deferred";
import { route, to } from "../router";
import { live } from "../state/live";
import { counts, isDemo } from "../state/overview";
import { opened } from "../state/outbox";
import { pending } from "../state/pending";
import { otherZone, zone } from "../state/preferences";
import { development } from "../state/session";
import { clockTime, daysAgo, shortTime } from "../state/time";
import { newer } from "../state/version";
import { t } from "../words";
import { Line } from "./Line";

const ZoneLine = extra(() => import("./ZoneLine"));

export function Banner() {
  const place = route.value.name;
  const asked = counts.value.approvals ?? 0;
  const kept = pending();
  const show = kept && <Button kind="bare" onClick={() => { opened.value = "list"; }}>{t("shell.show")}</Button>;
  if (live.value === "offline") return <Line icon="warn" action={show}>{[memoryWords(heard.value), kept || t("shell.changesNeedTheHub")].join(" ")}</Line>;
  if (kept) return <Line icon="later" action={show}>{kept}</Line>;
  if (newer.value) return <Line icon="sync" action={<Button kind="bare" onClick={() => void import("../state/renew").then(({ renew }) => renew(), () => location.reload())}>{t("shell.reload")}</Button>}>{t("shell.aNewVersionOfThis")}</Line>;
  if (asked > 0 && place !== "approvals" && place !== "agents") {
    return <Line icon="agent" action={<ButtonLink kind="bare" href={to("approvals")}>{t("shell.review")}</ButtonLink>}>{t("shell.agentsAskForNApprovals", { n: asked })}</Line>;
  }
  if (development.value && !isDemo.value && place === "now") {
    return <Line icon="lock" action={<ButtonLink kind="bare" href={to("pane", { pane: "security" })}>{t("shell.setOne")}</ButtonLink>}>{t("shell.developmentModeNoAccessToken")}</Line>;
  }
  if (otherZone.value && zone.value && place === "now") return <ZoneLine here={otherZone.value} there={zone.value} />;
  return null;
}

/** How old what is shown is. */
function memoryWords(at: number): string {
  if (at === 0) return t("shell.nothingLoaded");
  const iso = new Date(at).toISOString();
  const age = daysAgo(iso) === 0 ? t("shell.asItWasAt", { time: clockTime(iso) }) : t("shell.asItWasOn", { day: shortTime(iso), time: clockTime(iso) });
  return `${t("shell.offline")} ${age}`;
}
