import { type Answer } from "../api/client";
import { Refusal } from "../api/refusal";
import type { Edit } from "./resource";
import { say, sayDone } from "./toasts";
import { t } from "../words";

export interface Change<T> {
  /** What is shown at once: `resource.edit(...)` of each resource that is on the page. */
  show?: () => readonly Edit[];
  send: () => Promise<Answer<T>>;
  /** What to say once it is done; with Undo when the hub can take it back. */
  said?: string;
  /** Takes it back where newer changes of the same field stand in the way of an undo. */
  instead?: () => unknown;
  /** What to say when it is not done, before the reason: "The step is not saved." */
  failed?: string;
  /** Shows the reason elsewhere, as beside the field: then no message appears. */
  refused?: (why: Refusal) => void;
}

/**
 * Makes a change that shows before the hub answers. When the hub refuses it, the page is as
 * before and says why, with a way to try again; what was typed is the caller's to keep.
 * It answers null then.
 */
export async function change<T>(what: Change<T>): Promise<Answer<T> | null> {
  const { send, said, instead, failed, refused } = what;
  const edits = what.show?.() ?? [];
  try {
    const answer = await send();
    for (const edit of edits) edit.keep();
    if (said) sayDone(said, answer.event, instead);
    return answer;
  } catch (failure) {
    for (const edit of edits) edit.drop();
    if (!(failure instanceof Refusal)) throw failure;
    if (refused) refused(failure);
    else say([failed, failure.sentence].filter(Boolean).join(" "), {
      alarm: true,
      action: failure.offline || failure.status >= 500 ? { label: t("common.tryAgain"), run: () => void change(what) } : null,
    });
    return null;
  }
}
