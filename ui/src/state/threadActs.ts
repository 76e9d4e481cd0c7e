// What can be done with a thread beside working on it (that is work.ts). Each shows at once, in the
// thread and in the lists it stands in.
import { api } from "../api/client";
import type { Thread } from "../api/types";
import { go, route, to } from "../router";
import type { Refusal } from "../api/refusal";
import { change } from "./change";
import { same } from "./drafts";
import { quoted, showThread, threadResource } from "./thread";
import { say } from "./toasts";
import { t } from "../words";

type Named = Pick<Thread, "id" | "summary">;
const path = ({ id }: Named) => ({ path: { id } });

const now = () => new Date().toISOString();

export const dismissThread = (thread: Named) => change({
  show: () => showThread(thread.id, { status: "dismissed", completed_at: now(), lease: null }),
  send: () => api.post("/api/threads/{id}/dismiss", { ...path(thread), body: {} }),
  said: t("state.dismissedTitle", { title: quoted(thread) }), failed: t("state.itIsNotDismissed"),
});

export const reopen = (thread: Named) => change({
  show: () => showThread(thread.id, { status: "open", completed_at: null, blocked_reason: null, merged_into: null, paused_at: null, snoozed_until: null }),
  send: () => api.post("/api/threads/{id}/reopen", { ...path(thread), body: {} }),
  said: t("state.openAgainTitle", { title: quoted(thread) }), failed: t("state.itIsNotOpenAgain"),
});

export const block = (thread: Named, reason: string, refused: (why: string) => void) => change({
  show: () => showThread(thread.id, { status: "blocked", ...(reason && { blocked_reason: reason }) }),
  send: () => api.post("/api/threads/{id}/block", { ...path(thread), body: reason ? { blocked_reason: reason } : {} }),
  said: t("state.blockedTitle", { title: quoted(thread) }), refused: (why) => refused(why.of("blocked_reason") || why.sentence),
});

/** Ends the lease on it: whoever works on it is told with their next write. */
export async function release(thread: Thread): Promise<void> {
  const { lease } = thread;
  if (!lease) return;
  const answer = await change({
    show: () => showThread(thread.id, { lease: null }),
    send: () => api.post("/api/threads/{id}/release", { ...path(thread), body: { holder: lease.holder } }), failed: t("state.itIsNotFreed"),
  });
  if (answer) say(t("state.released", { title: quoted(thread) }));
}

/** The fields of a thread that are edited where they stand. */
export type Field = "summary" | "project_slug" | "energy" | "goal" | "focus" | "next_steps" | "blocked_reason" | "resume_step" | "tried" | "workspace_path" | "transcript_ref";

/**
 * Saves one field over what it was when the writing began. It answers null once it is saved,
 * else why not: "" when the field itself holds something else by now. A change of another
 * field is nobody's conflict.
 */
export async function saveField<F extends Field | "also_known" | "depends_on">(thread: Named, field: F, value: Thread[F], base: Thread[F], said: string, tries = 3): Promise<string | null> {
  const known = threadResource(thread.id);
  let refusal: Refusal | undefined;
  const answer = await change({
    show: () => showThread(thread.id, { [field]: value }),
    send: () => api.patch("/api/threads/{id}", { ...path(thread), body: { [field]: value }, ifMatch: known.etag.peek() }),
    said, refused: (why) => { refusal = why; },
  });
  if (answer) return null;
  if (refusal!.status !== 412) return refusal!.of(field) || refusal!.sentence;
  await known.refetch();
  const now = known.data.peek();
  if (!now || !same(now[field], base)) return "";
  return tries > 1 ? saveField(thread, field, value, base, said, tries - 1) : refusal!.sentence;
}

/** Deletes it. The page leaves it at once, and comes back should the hub refuse. */
export async function remove(thread: Named): Promise<void> {
  go(to("threads"));
  const from = route.peek();
  await change({
    send: () => api.delete("/api/threads/{id}", path(thread)), said: t("state.deletedTitle", { title: quoted(thread) }),
    refused: (why) => {
      go(to("thread", { id: thread.id }), { from });
      say(t("state.itIsNotDeletedSentence", { sentence: why.sentence }), { alarm: true });
    },
  });
}

export async function merge(thread: Named, into: Named, refused: (why: string) => void): Promise<boolean> {
  const from = route.peek();
  const answer = await change({
    send: () => api.post("/api/threads/{id}/merge", { ...path(thread), body: { into: into.id } }),
    said: t("state.mergedIntoTitle", { title: quoted(into) }), refused: (why) => refused(why.sentence),
  });
  if (answer) go(to("thread", { id: into.id }), { from });
  return answer !== null;
}
