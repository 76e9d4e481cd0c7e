import { say } from "./toasts";

/**
 * Copies a text. Over plain http a page may not: then what `shown` shows is selected, ready
 * to be copied by hand.
 */
export async function copy(text: string, shown: Element | null): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    say("Copied.");
  } catch {
    if (shown) getSelection()?.selectAllChildren(shown);
    say(shown ? "It is selected: copy it with Ctrl C, or with Copy of the menu." : "This browser does not let the page copy.");
  }
}
