import type { Thread } from "../../api/types";
import { threadResource } from "../../state/thread";
import { saveField } from "../../state/threadActs";

/** How many other names a thread has at most. */
export const mostNames = 5;

/** Changes the other names of a thread, whatever they are by now. It answers null, or why it did not. */
export async function saveNames(thread: Thread, change: (names: string[]) => string[], said: string, tries = 3): Promise<string | null> {
  const names = threadResource(thread.id).data.peek()?.also_known ?? [];
  const wrong = await saveField(thread, "also_known", change(names), names, said);
  return wrong === "" && tries > 1 ? saveNames(thread, change, said, tries - 1) : wrong;
}
