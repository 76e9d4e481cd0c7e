// The frame around every screen: rail or bottom bar, header, banner, the screen itself.
import { useEffect } from "preact/hooks";
import { keyName, listen } from "../keys";
import { Fails } from "../parts/Fails";
import { Icon, type IconName } from "../parts/Icon";
import { Wordmark } from "../parts/Logo";
import { rail, type PlaceName, places, type Place } from "../places";
import { route, to } from "../router";
import { live, start as followChanges } from "../state/live";
import { held } from "../state/outbox";
import { counts, follow as followCounts } from "../state/overview";
import { wear } from "../state/preferences";
import { openedOffline } from "../state/session";
import { tick } from "../state/time";
import { useArrival } from "./arrive";
import { Banner } from "./Banner";
import { Capture, capture } from "./Capture";
import { useFocusKept } from "./focus";
import { useFrameKeys } from "./frameKeys";
import { Header } from "./Header";
import { Problems } from "./Problems";
import { Screen } from "./Screen";
import { Overlays } from "./Overlays";
import { t } from "../words";

/** How long after the frame what waits to be sent is looked up: the screen comes first. In milliseconds. */
const later = 6_000;

/** Without its file, nothing waits. */
const send = () => import("../state/sender").then(({ start }) => start()).catch(() => {});

/** Looks up and sends what waits; without the hub at once, as then more will be written. */
function useSender(): void {
  const wait = openedOffline.value || held.value.length > 0 ? 0 : later;
  useEffect(() => {
    const timer = setTimeout(() => void send(), wait);
    return () => clearTimeout(timer);
  }, [wait, live.value]); // without its file, again once something has changed
}

export function Frame() {
  useEffect(() => {
    const ends = [followChanges(), wear(), tick(), followCounts(), listen()];
    return () => { for (const end of ends) end(); };
  }, []);
  useFocusKept();
  useFrameKeys();
  useArrival();
  useSender();
  return (
    <div class="frame">
      <a class="skip" href="#main">{t("shell.skip")}</a>
      <Rail />
      <Header />
      <main id="main" tabIndex={-1}>
        <Banner />
        <Screen />
      </main>
      <Problems />
      <Bar />
      <Capture />
      <Overlays />
    </div>
  );
}

/** Where the reader is, also when a place below is shown. */
function here(name: PlaceName): boolean {
  const shown = route.value.name;
  return shown === name || (places[shown] as Place).up === name;
}

function Entry({ name }: { name: PlaceName }) {
  const place: Place = places[name];
  const count = counts.value[name];
  return (
    <a href={to(name as "now")} aria-current={here(name) ? "page" : undefined}>
      <Icon name={place.icon!} /><span class={here(name) ? "here" : undefined}>{place.title}</span>
      {count ? <span class="count">{count}</span> : null}
      <Fails at={to(name as "now")} />
    </a>
  );
}

function Rail() {
  return (
    <nav class="rail" aria-label={t("shell.allPlaces")}>
      <a class="brand" href={to("now")} aria-label={t("common.progressHubNow")}><Wordmark /></a>
      <button type="button" class="button outlined wide" onClick={() => capture()} aria-keyshortcuts="c"><Icon name="plus" />{t("common.capture")}{keyName("c")}</button>
      <ul>{rail.map((name) => <li key={name}><Entry name={name} /></li>)}</ul>
      <Entry name="settings" />
    </nav>
  );
}

function Bar() {
  const under = (["wiki", "reminders", "activity", "agents", "approvals", "search", "more", "settings"] as const).some(here);
  const tab = (name: "now" | "threads" | "projects" | "more", icon: IconName, current: boolean) => (
    <a href={to(name)} aria-current={current ? "page" : undefined}><Icon name={icon} /><span class={current ? "here" : undefined}>{places[name].title}</span>{name === "more" && <Fails at={to("settings")} />}</a>
  );
  return (
    <nav class="bar" aria-label={t("shell.places")}>
      {tab("now", "now", here("now"))}
      {tab("threads", "threads", here("threads"))}
      <button type="button" onClick={() => capture()}><span><Icon name="plus" /></span><span class="unseen">{t("common.capture")}</span></button>
      {tab("projects", "projects", here("projects"))}
      {tab("more", "more", under)}
    </nav>
  );
}
