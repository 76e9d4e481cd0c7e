// What the owner does with a thread: take it up, put it down. Shared by Now and the thread's
// own page; every one of these shows at once and can be undone.
import { api } from "../api/client";
import type { Thread } from "../api/types";
import { change } from "./change";
import { type Resource, resource } from "./resource";
import { say, undo } from "./toasts";
import { tomorrow } from "./time";

/** Under this name the owner holds a lease; agents read it. */
export const owner = "the owner";

/** How long the owner holds one, in minutes: a day's work. */
const hours = 8 * 60;

const now = () => resource("/api/now", {}, { on: ["threads", "settings"] });

/** Shows a changed thread wherever the page has it. */
function shown(thread: Thread, changes: Partial<Thread> | null) {
  const of = resource("/api/threads/{id}", { path: { id: thread.id } }, { on: ["threads/" + thread.id, "settings"] }) as Resource<Thread>;
  return [
    now().edit((was) => (was.thread?.id === thread.id ? { thread: changes && { ...was.thread, ...changes } } : was)),
    of.edit((was) => ({ ...was, ...changes })),
  ];
}

/** Chooses the thread to go on with. */
export const choose = (thread: Thread) => change({
  show: () => [now().edit(() => ({ thread }))],
  send: () => api.put("/api/now", { body: { thread_id: thread.id } }),
  failed: "The choice is not saved.",
});

/** Starts work: the owner holds the thread, and agents see it. */
export async function begin(thread: Thread): Promise<unknown> {
  const expires = new Date(Date.now() + hours * 60_000).toISOString();
  return change({
    show: () => [now().edit(() => ({ thread: { ...thread, lease: { holder: owner, expires_at: expires }, paused_at: null } })), ...shown(thread, { lease: { holder: owner, expires_at: expires }, paused_at: null })],
    send: async () => {
      const answer = await api.post("/api/threads/{id}/claim", { path: { id: thread.id }, body: { holder: owner, ttl_minutes: hours, take_over: true } });
      await api.put("/api/now", { body: { thread_id: thread.id } });
      return answer;
    },
    failed: "Work on it has not begun.",
  });
}

/** Puts it down with the step to pick it up by. It answers whether that worked. */
export async function pause(thread: Thread, step: string): Promise<boolean> {
  return null !== await change({
    show: () => shown(thread, { resume_step: step, paused_at: new Date().toISOString(), lease: null }),
    send: () => api.post("/api/threads/{id}/pause", { path: { id: thread.id }, body: { resume_step: step } }),
    said: "Paused.",
    failed: "The note is not saved, it is still in the field.",
  });
}

/** Finishes it. */
export const finish = (thread: Thread) => change({
  show: () => [now().edit((was) => (was.thread?.id === thread.id ? { thread: null } : was)), ...shown(thread, { status: "done", lease: null }).slice(1)],
  send: () => api.post("/api/threads/{id}/done", { path: { id: thread.id }, body: {} }),
  said: `Done: ${thread.summary}`,
  failed: "It is not marked as done.",
});

/** Puts it off until tomorrow, and frees the place for another. */
export async function putOff(thread: Thread): Promise<void> {
  const answer = await change({
    show: () => [now().edit(() => ({ thread: null }))],
    send: async () => {
      const snoozed = await api.post("/api/threads/{id}/snooze", { path: { id: thread.id }, body: { until: tomorrow() } });
      await api.put("/api/now", { body: { thread_id: null } });
      return snoozed;
    },
    failed: "It is not put off.",
  });
  const event = answer?.event;
  if (!event) return;
  const back = async () => {
    await undo(event);
    await choose(thread);
  };
  say("Not today. It comes back tomorrow.", { action: { label: "Undo", run: () => void back() } });
}
