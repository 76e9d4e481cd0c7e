// Ctrl-K or Cmd-K calls the palette from anywhere, also from within a field. It is loaded
// when it is first wanted.
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { deferred } from "../parts/deferred";

const Palette = deferred("The palette", () => import("../palette"));
const open = signal(false);

/** What the keys are called here. */
export const paletteKeys = /Mac|iP(hone|ad)/.test(navigator.platform) ? "⌘ K" : "Ctrl K";

/** Opens the palette. */
export const summon = (): void => { open.value = true; };

const dismiss = (): void => { open.value = false; };

export function Summoned() {
  useEffect(() => {
    const press = (e: KeyboardEvent) => {
      if (e.key.toLowerCase() !== "k" || !(e.ctrlKey || e.metaKey) || e.altKey || e.shiftKey || e.isComposing) return;
      e.preventDefault();
      if (open.peek()) dismiss();
      else if (!document.querySelector("dialog[open]:modal")) summon();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
  return open.value ? <Palette onClose={dismiss} onMissing={dismiss} onAgain={summon} /> : null;
}
