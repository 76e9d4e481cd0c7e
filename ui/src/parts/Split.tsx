// A list, and beside it (in its place where there is too little room) what was chosen from it.
import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { useKeys } from "../keys";
import { go } from "../router";
import { t } from "../words";

/** How much room both need side by side, in rem of the chosen text size: a list has 25, and what is beside it at least 20 within its margins. */
const enough = 49;
/** From here on, there is room for a text and its preview beside the list. */
const plenty = 85;

/** The room there is, in rem. Before it is measured, the width of the window is all that is known. */
const room = signal(matchMedia("(min-width: 60rem)").matches ? enough : 0);

/** Follows the room that a place has, also when the text grows in it. */
function useRoom() {
  const split = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (typeof ResizeObserver === "undefined") return;
    const rem = document.createElement("div"); // as wide as the text is large
    rem.className = "rem";
    const measure = () => { room.value = split.current!.clientWidth / (rem.offsetWidth || 16); };
    split.current!.append(rem);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(split.current!);
    observer.observe(rem);
    return () => {
      observer.disconnect();
      rem.remove();
    };
  }, []);
  return split;
}

/** Escape closes what was chosen, and its row has the focus; without one, the heading of the page. */
function useBack(back: string | false | undefined): void {
  const left = useRef<string | null>(null);
  useKeys(back ? { Escape: () => { left.current = location.pathname; go(back, { stay: true }); } } : {});
  useLayoutEffect(() => {
    if (back || left.current === null) return;
    const row = [...document.querySelectorAll<HTMLAnchorElement>(".split-list a[href]")].find((link) => link.pathname === left.current && link.checkVisibility());
    left.current = null;
    (row ?? document.querySelector<HTMLElement>("h1"))?.focus();
  }, [back]);
}

interface SplitProps {
  list: ComponentChildren;
  /** Where the list is alone, while something is chosen from it that Escape closes. */
  back?: string | false | undefined;
  /** What is beside the list, for readers. */
  label: string;
  /** Stands there as long as nothing is chosen: words, or what is chosen by itself. */
  hint: ComponentChildren;
  /** What was chosen. */
  children: ComponentChildren;
  /** More classes: the screen's own, and what it is doing. */
  kind?: string;
}

/** What can't be seen is not made either: a list comes from memory when the reader goes back to it. */
export function Split({ list, label, hint, back, children, kind = "" }: SplitProps) {
  useBack(back);
  const split = useRoom();
  const wide = room.value >= enough;
  return (
    <div class={`split ${children ? "showing-detail" : ""} ${wide ? "beside" : ""} ${room.value >= plenty ? "roomy" : ""} ${kind}`} ref={split}>
      {(wide || !children) && list}
      <section class="split-detail" aria-label={t("parts.detailOf", { what: label })}>{children || (wide && (typeof hint === "string" ? <p class="split-hint">{hint}</p> : hint))}</section>
    </div>
  );
}
