import { useEffect, useRef } from "preact/hooks";
import { ButtonLink } from "../parts/Button";
import { Icon } from "../parts/Icon";
import { Logo } from "../parts/Logo";
import { places, type Place } from "../places";
import { moves, page, route, to } from "../router";
import { live } from "../state/live";
import { openPalette, paletteKeys } from "./Overlays";
import { t } from "../words";

/** The heading takes the focus when the reader goes somewhere, so that readers hear where; what was chosen from a list
 * has one of its own. */
export function Header() {
  const place: Place = places[route.value.name];
  const heading = page.value.heading ?? place.title;
  const h1 = useRef<HTMLHeadingElement>(null);
  const move = moves.value;
  useEffect(() => { document.title = `${page.value.title ?? place.title} · Progress Hub`; }, [page.value.title, place]);
  useEffect(() => {
    if (move === 0 || document.activeElement?.matches("#main [autofocus], #main :is(h2, article)")) return; // a form has it: the next key is for its field
    h1.current?.focus({ preventScroll: true });
  }, [move]);
  return (
    <header class="top">
      {place.up
        ? <span class="only-phone back"><ButtonLink kind="bare" icon="back" iconOnly href={to(place.up as "threads")}>{t("shell.backToTitle", { title: places[place.up as "threads"].title })}</ButtonLink></span>
        : <a class="only-phone home" href={to("now")} aria-label={t("common.progressHubNow")}><Logo /></a>}
      <h1 ref={h1} tabIndex={-1} dir="auto">{heading}</h1>
      <Live />
      <span class="only-phone"><ButtonLink kind="bare" icon="search" iconOnly href={to("search")}>{t("shell.search")}</ButtonLink></span>
      <button type="button" class="find only-wide" aria-haspopup="dialog" aria-keyshortcuts="Control+K Meta+K" onClick={openPalette}><Icon name="search" small /><span>{t("common.searchOrGoTo")}</span><kbd>{paletteKeys()}</kbd></button>
    </header>
  );
}

const words = { get live() { return t("shell.live"); }, get reconnecting() { return t("shell.reconnecting"); }, get offline() { return t("shell.offline2"); } };

/** Whether changes arrive as they happen: a shape and a word. */
function Live() {
  const state = live.value;
  return (
    <span class={state === "live" ? "live" : `live ${state}`} role="status">
      <svg class="icon small" viewBox="0 0 20 20" aria-hidden="true">
        <circle cx="10" cy="10" r="6.2" stroke-dasharray={state === "live" ? undefined : "2.6 2.3"} />
        {state === "live" && <circle cx="10" cy="10" r="2.8" fill="currentColor" stroke="none" />}
        {state === "offline" && <path d="m5.6 14.4 8.8-8.8" />}
      </svg>
      <span>{words[state]}</span>
    </span>
  );
}
