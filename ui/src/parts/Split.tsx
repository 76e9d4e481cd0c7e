// A list, and beside it from 60 rem (in its place below that) what was chosen from it.
import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";

const beside = matchMedia("(min-width: 60rem)"); // as in shell.css
const wide = signal(beside.matches);
beside.addEventListener("change", ({ matches }) => { wide.value = matches; });

interface SplitProps {
  list: ComponentChildren;
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
export function Split({ list, label, hint, children, kind = "" }: SplitProps) {
  return (
    <div class={`split ${children ? "showing-detail" : ""} ${kind}`}>
      {(wide.value || !children) && list}
      <section class="split-detail" aria-label={label}>{children || (wide.value && (typeof hint === "string" ? <p class="split-hint">{hint}</p> : hint))}</section>
    </div>
  );
}
