// What each choice does. Messages say only what went wrong: the sweep itself shows the rest.
import { type Answer, api } from "../../api/client";
import type { Thread } from "../../api/types";
import { change } from "../../state/change";
import { showThread } from "../../state/thread";
import { dateIn } from "../../state/time";
import { morningOf } from "../../state/wall";
import { snooze } from "../../state/work";
import { t } from "../../words";
import type { Choice } from "./session";

/** The day until which the sweep snoozes: what was quiet for so long does not come back tomorrow. */
export const snoozedTo = (): string => dateIn(7);

/** Says that it is still wanted: from now on it grows quiet anew. */
const keep = (thread: Thread) => change({
  show: () => showThread(thread.id, { last_activity_at: new Date().toISOString() }),
  send: () => api.post("/api/threads/{id}/keep", { path: { id: thread.id }, body: {} }),
  failed: t("state.itIsNotKept"),
});

const end = (thread: Thread, how: "done" | "dismiss") => change({
  show: () => showThread(thread.id, { status: how === "done" ? "done" : "dismissed", lease: null }),
  send: () => api.post(`/api/threads/{id}/${how}`, { path: { id: thread.id }, body: {} }),
  failed: t(how === "done" ? "state.itIsNotMarkedAs" : "state.itIsNotDismissed"),
});

/** An agent is asked by a prompt that is pasted to it: the hub knows nothing of that. */
export const acts: Record<Exclude<Choice, "ask">, (thread: Thread) => Promise<Answer<unknown> | null>> = {
  keep, snooze: (thread) => snooze(thread, morningOf(snoozedTo()), { quiet: true }), done: (thread) => end(thread, "done"), dismiss: (thread) => end(thread, "dismiss"),
};

/** Takes one back by its event. */
export const takeBack = async (event: string): Promise<boolean> => null !== await change({ send: () => api.post("/api/events/{id}/undo", { path: { id: event } }) });
