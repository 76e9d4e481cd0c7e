// What opens over any screen, and is loaded when it is first wanted: the palette, by Ctrl-K or
// Cmd-K also from within a field, the list of keys, what is asked about a thread, and what waits
// to be sent.
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { isComposing } from "../keystroke";
import { deferred } from "../parts/deferred";
import { ask, asked, close as closeAsked } from "../state/asked";
import { opened } from "../state/outbox";
import { t, want } from "../words";

const Palette = deferred(() => import("../palette"));
const Help = deferred(() => import("./Help"));
const Asking = deferred(async () => {
  await want("threads");
  return import("../screens/threads/Dialogs");
});
const Waiting = deferred(async () => {
  await want("threads");
  return import("../waiting");
});
const open = signal<"palette" | "help" | null>(null);

/** What the keys are called here. */
export const paletteKeys = (): string => (/Mac|iP(hone|ad)/.test(navigator.platform) ? "⌘ K" : t("shell.paletteKeys"));

/** What was typed for the palette before its field was there: no key of it goes to a shortcut. */
let early = "";

function collect(e: KeyboardEvent): void {
  if (e.key.length !== 1 || e.ctrlKey || e.metaKey || e.altKey || isComposing(e)) return;
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

const show = (what: typeof opened.value = null): void => { opened.value = what; };

export function Overlays() {
  useEffect(() => {
    const press = (e: KeyboardEvent) => {
      if (e.key.toLowerCase() !== "k" || !(e.ctrlKey || e.metaKey) || e.altKey || e.shiftKey || isComposing(e)) return;
      e.preventDefault();
      if (open.peek() === "palette") close();
      else if (!document.querySelector("dialog[open]:modal")) openPalette();
    };
    addEventListener("keydown", press);
    addEventListener("popstate", closeAsked); // also while its file is on its way
    return () => {
      removeEventListener("keydown", press);
      removeEventListener("popstate", closeAsked);
    };
  }, []);
  const question = asked.value;
  if (question) return <Asking {...question} onMissing={closeAsked} onAgain={() => ask(question.kind, question.thread)} />;
  const waiting = opened.value;
  if (waiting) return <Waiting kind={waiting} onMissing={() => show()} onAgain={() => show(waiting)} />;
  switch (open.value) {
    case "palette": return <Palette onClose={close} onReady={takeOver} onMissing={close} onAgain={openPalette} />;
    case "help": return <Help onClose={close} onMissing={close} onAgain={openHelp} />;
    default: return null;
  }
}
