// Signing out. Whoever uses the browser next finds nothing of what was written in it.
import { api } from "../api/client";
import { Refusal } from "../api/refusal";
import { forgetDrafts, texts } from "./drafts";
import { openDrafts } from "./keepDrafts";
import { opened } from "./outbox";
import { forgetAll } from "./resource";
import { clear, start, untaken } from "./sender";
import { checkSession, signedIn, signIn } from "./session";
import { say, toasts } from "./toasts";
import { t } from "../words";

/** Ends this browser's session. Asks first while captures wait or a text is not saved, unless they may be deleted. Answers whether it has ended. */
export async function signOut(anyway = false): Promise<boolean> {
  if (!anyway) {
    await Promise.allSettled([start(), openDrafts().then(({ look }) => look())]); // it may be too early to know what waits
    if (untaken.peek().length > 0 || texts.peek().size > 0) {
      opened.value = "leave";
      return false;
    }
  }
  try {
    await api.post("/api/auth/logout");
  } catch (failure) {
    if (!(failure instanceof Refusal)) throw failure;
    say(t("state.theHubDidNotAnswer"), { alarm: true, action: { label: t("common.tryAgain"), run: () => void signOut(anyway) } });
    return false;
  }
  forgetDrafts(); // at once: the page goes, and whoever signs in next finds none
  toasts.value = []; // an Undo would bring one back
  opened.value = null;
  signedIn.value = false;
  // Without a store, what was in it is gone with what the page held.
  await Promise.allSettled([clear(), openDrafts().then((drafts) => drafts.clear())]);
  forgetAll();
  signIn.value = { why: t("common.youAreSignedOut") };
  await checkSession();
  return true;
}
