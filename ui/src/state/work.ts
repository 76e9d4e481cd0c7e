// What the owner does with a thread: take it up, put it down. Shared by Now and the thread's
// own page; every one of these shows at once and can be undone.
import { type Answer, api } from "../api/client";
import type { Thread } from "../api/types";
import type { Refusal } from "../api/refusal";
import { go, to } from "../router";
import { ask } from "./asked";
import { change } from "./change";
import { owner } from "./holder";
import { resource, useResource } from "./resource";
import { quoted, showThread } from "./thread";
import { untilTime } from "./time";
import { say, sayDone, undo } from "./toasts";
import { t } from "../words";

/** How long the owner holds a thread, in minutes: a day's work. When it ends thus tells when it began. */
export const workday = 8 * 60;

/** The thread chosen to work on now, outside of a component. */
export const nowResource = () => resource("/api/now", {}, { on: ["threads", "settings"] });

/** The thread chosen to work on now, in a component. */
export const useNow = () => useResource("/api/now", {}, { on: ["threads", "settings"] });

/** Whether it is that, as far as the page knows. */
export const isChosen = ({ id }: Pick<Thread, "id">): boolean => nowResource().data.peek()?.thread?.id === id;

/** Shows a changed thread wherever the page has it. */
export const shown = (thread: Thread, changes: Partial<Thread>) => [
  nowResource().edit((was) => (was.thread?.id === thread.id ? { thread: { ...was.thread, ...changes } } : was)),
  ...showThread(thread.id, changes),
];

/** Chooses the thread to go on with. */
export const choose = (thread: Thread) => change({
  show: () => [nowResource().edit(() => ({ thread }))],
  send: () => api.put("/api/now", { body: { thread_id: thread.id } }),
  failed: t("state.theChoiceIsNotSaved"),
});

/** Starts work: the owner holds the thread, and agents see it. */
export async function begin(thread: Thread): Promise<unknown> {
  const expires = new Date(Date.now() + workday * 60_000).toISOString();
  return change({
    show: () => [nowResource().edit(() => ({ thread: { ...thread, lease: { holder: owner, expires_at: expires }, paused_at: null } })), ...shown(thread, { lease: { holder: owner, expires_at: expires }, paused_at: null })],
    send: async () => {
      const answer = await api.post("/api/threads/{id}/claim", { path: { id: thread.id }, body: { holder: owner, ttl_minutes: workday, take_over: true } });
      await api.put("/api/now", { body: { thread_id: thread.id } });
      return answer;
    },
    failed: t("state.workOnItHasNot"),
  });
}

/** Puts it down with the step to pick it up by, and what did not work. It answers whether
 * that worked; `refused` says elsewhere than in a message why not. */
export async function pause(thread: Thread, step: string, { tried = [], refused }: { tried?: Thread["tried"]; refused?: (why: Refusal) => void } = {}): Promise<boolean> {
  return null !== await change({
    show: () => shown(thread, { resume_step: step, paused_at: new Date().toISOString(), lease: null, tried: [...thread.tried, ...tried] }),
    send: () => api.post("/api/threads/{id}/pause", { path: { id: thread.id }, body: { resume_step: step, tried } }),
    said: t("state.paused"),
    ...(refused ? { refused } : { failed: t("state.theNoteIsNotSaved") }),
  });
}

/** Finishes it, and says what can start now. */
export async function finish(thread: Thread) {
  const answer = await change({
    show: () => [nowResource().edit((was) => (was.thread?.id === thread.id ? { thread: null } : was)), ...showThread(thread.id, { status: "done", lease: null })],
    send: () => api.post("/api/threads/{id}/done", { path: { id: thread.id }, body: {} }),
    said: t("state.doneSummary", { summary: thread.summary }),
    failed: t("state.itIsNotMarkedAs"),
  });
  const [first, ...more] = answer?.freed ?? [];
  if (first) say(t("state.canStartNow", { n: more.length + 1 }), { action: { label: t("state.showThem"), run: () => go(to("thread", { id: more.length ? thread.id : first })) } });
  return answer;
}

/** Keeps it out of the quiet ones until a time, in the owner's zone if it names none, and frees its place
 * on Now; null ends that. `quiet`: whoever asks says it elsewhere than in a message. Answers what the hub did. */
export async function snooze(thread: Thread, until: string | null, { refused, quiet = false }: { refused?: (why: string) => void; quiet?: boolean } = {}): Promise<Answer<Thread> | null> {
  const chosen = until !== null && isChosen(thread);
  const answer = await change({
    show: () => [...(chosen ? [nowResource().edit(() => ({ thread: null }))] : []), ...(until === null || until.endsWith("Z") ? showThread(thread.id, { snoozed_until: until }) : [])],
    send: async () => {
      const snoozed = await api.post("/api/threads/{id}/snooze", { path: { id: thread.id }, body: { until } });
      if (chosen) await api.put("/api/now", { body: { thread_id: null } });
      return snoozed;
    },
    failed: t("common.itIsNotPutOff"), ...(refused && { refused: (why) => refused(why.of("until") || why.sentence) }),
  });
  if (!answer || quiet) return answer;
  const { event, data: { snoozed_until: end } } = answer;
  if (!end) sayDone(t("state.backAmongYourThreadsTitle", { title: quoted(thread) }), event);
  else if (event) {
    const back = async () => {
      await undo(event);
      if (!chosen) return;
      await nowResource().refetch();
      if (!nowResource().data.peek()?.thread) await choose(thread); // else another one was chosen since
    };
    say(t("state.putOffTitle", { time: untilTime(end), title: quoted(thread) }), {
      event, action: { label: t("common.undo"), run: () => void back() }, second: { label: t("state.anotherDay"), run: () => ask("snooze", thread) },
    });
  }
  return answer;
}
