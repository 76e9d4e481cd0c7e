// What opens over any screen, and is loaded when it is first wanted: the palette, by Ctrl-K or
// Cmd-K also from within a field, and the list of keys.
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { deferred } from "../parts/deferred";

const Palette = deferred(() => import("../palette"));
const Help = deferred(() => import("./Help"));
const open = signal<"palette" | "help" | null>(null);

/** What the keys are called here. */
export const paletteKeys = /Mac|iP(hone|ad)/.test(navigator.platform) ? "⌘ K" : "Ctrl K";

/** What was typed for the palette before its field was there: no key of it goes to a shortcut. */
let early = "";

function collect(e: KeyboardEvent): void {
  if (e.key.length !== 1 || e.ctrlKey || e.metaKey || e.altKey || e.isComposing) return;
  early += e.key;
  e.preventDefault();
  e.stopPropagation();
}

/** The field takes over. Answers what was typed until then. */
function takeOver(): string {
  removeEventListener("keydown", collect, true);
  const typed = early;
  early = "";
  return typed;
}

/** Opens the palette. */
export function openPalette(): void {
  takeOver();
  addEventListener("keydown", collect, true);
  open.value = "palette";
}

/** Shows what the keys do. */
export const openHelp = (): void => { open.value = "help"; };

const close = (): void => {
  takeOver();
  open.value = null;
};

export function Overlays() {
  useEffect(() => {
    const press = (e: KeyboardEvent) => {
      if (e.key.toLowerCase() !== "k" || !(e.ctrlKey || e.metaKey) || e.altKey || e.shiftKey || e.isComposing) return;
      e.preventDefault();
      if (open.peek() === "palette") close();
      else if (!document.querySelector("dialog[open]:modal")) openPalette();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
  switch (open.value) {
    case "palette": return <Palette onClose={close} onReady={takeOver} onMissing={close} onAgain={openPalette} />;
    case "help": return <Help onClose={close} onMissing={close} onAgain={openHelp} />;
    default: return null;
  }
}
