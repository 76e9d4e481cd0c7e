import { say } from "./toasts";
import { t } from "../words";

/**
 * Copies a text. Over plain http a page may not: then what `shown` shows is selected, ready
 * to be copied by hand.
 */
export async function copy(text: string, shown: Element | null): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    say(t("common.copied"));
  } catch {
    if (shown) getSelection()?.selectAllChildren(shown);
    say(shown ? t("state.itIsSelectedCopyIt") : t("state.thisBrowserDoesNotLet"));
  }
}
