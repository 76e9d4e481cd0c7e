// Ctrl-K or Cmd-K calls the palette from anywhere, also from within a field. It is loaded
// when it is first wanted.
import { signal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";
import { say } from "../state/toasts";

type Palette = ComponentType<{ onClose: () => void }>;

const loaded = signal<Palette | null>(null);
const open = signal(false);

/** What the keys are called here. */
export const paletteKeys = /Mac|iP(hone|ad)/.test(navigator.platform) ? "⌘ K" : "Ctrl K";

/** Opens the palette. */
export async function summon(): Promise<void> {
  open.value = true;
  try {
    loaded.value ??= (await import("../palette")).default;
  } catch {
    open.value = false;
    say("The palette did not load: the hub does not answer.", { alarm: true, action: { label: "Try again", run: () => void summon() } });
  }
}

export function Summoned() {
  useEffect(() => {
    const press = (e: KeyboardEvent) => {
      if (e.key.toLowerCase() !== "k" || !(e.ctrlKey || e.metaKey) || e.altKey || e.shiftKey || e.isComposing) return;
      e.preventDefault();
      if (open.peek()) open.value = false;
      else if (!document.querySelector("dialog[open]:modal")) void summon();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
  const Palette = loaded.value;
  return open.value && Palette ? <Palette onClose={() => { open.value = false; }} /> : null;
}
