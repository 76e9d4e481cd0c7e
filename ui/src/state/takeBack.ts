// All that somebody did in a time, taken back at once or not at all, and put back the same way.
import { api } from "../api/client";
import type { Refusal } from "../api/refusal";
import { t } from "../words";
import { change } from "./change";
import { say } from "./toasts";

/** Whose changes: the owner's, or an agent's, of all its tokens or those of one name. */
export type Who = { actor: "owner" } | { source_tool: string; via?: string };

/** After all there is: the clock here may be behind that of the hub. */
const over = "9999-12-31T00:00:00Z";

/** Takes back what was done from a time on, until another or until now, by the clock of the hub; both included. */
export async function takeBack(who: Who, from: string, to: string = over, refused?: (why: Refusal) => void): Promise<void> {
  const answer = await change({ send: () => api.post("/api/events:undo", { body: { ...who, from, to } }), ...(refused && { refused }) });
  if (!answer) return;
  const { undone, events: [undo] } = answer.data;
  say(t("state.takenBack", { n: undone.length }), { action: undo ? { label: t("state.putBack"), run: () => void putBack(undo) } : null });
}

/** An undo of many is many events of one moment: that moment can be taken back the same way. */
function putBack(undo: string): Promise<unknown> {
  return change({
    send: async () => {
      const { data: { at } } = await api.get("/api/events/{id}", { path: { id: undo } });
      return api.post("/api/events:undo", { body: { actor: "owner", from: at, to: at } });
    },
    said: t("state.isPutBack"), failed: t("state.isNotPutBack"),
  });
}
