// The steps of a thread: the one to take, those that come after it, and ticking them off.
import { type Answer, api } from "../api/client";
import { Refusal } from "../api/refusal";
import type { Thread } from "../api/types";
import { change } from "./change";
import { shown } from "./work";
import { t } from "../words";

type Planned = Pick<Thread, "resume_step" | "next_steps">;

/** The step to take: the note that was left when it was paused, else the first that is planned. */
export const stepOf = ({ resume_step: note, next_steps: steps }: Planned): string | null => note ?? steps[0] ?? null;

/** How many come after it. */
export const stepsAfter = (planned: Planned): number => planned.next_steps.filter((step) => step !== stepOf(planned)).length;

/** What changes when a step is done; the same words as a note and in the plan are one step. */
export const without = ({ resume_step: note, next_steps: steps }: Planned, done: string): Partial<Planned> => ({
  ...(note === done && { resume_step: null }),
  ...(steps.includes(done) && { next_steps: steps.filter((step) => step !== done) }),
});

/** What changes when a step that was done is not: it stands where it was, as far as the plan still goes. */
export const again = ({ resume_step: note, next_steps: steps }: Planned, was: Planned, step: string): Partial<Planned> => ({
  ...(was.resume_step === step && note === null && { resume_step: step }),
  ...(was.next_steps.includes(step) && !steps.includes(step) && { next_steps: steps.toSpliced(placeOf(steps, was.next_steps, step), 0, step) }),
});

/** Behind the nearest of those that stood before it, else before the nearest of those behind it. */
function placeOf(steps: readonly string[], was: readonly string[], step: string): number {
  const at = was.indexOf(step);
  const before = was.slice(0, at).findLast((one) => steps.includes(one));
  if (before !== undefined) return steps.indexOf(before) + 1;
  const after = was.slice(at + 1).find((one) => steps.includes(one));
  return after === undefined ? steps.length : steps.indexOf(after);
}

/** How often a plan is read again when somebody else has just changed it. */
const tries = 4;

/** Changes the plan as the hub has it by then: an agent may write to it meanwhile. */
async function replan(id: string, changed: (now: Planned) => Partial<Planned>, left = tries): Promise<Answer<unknown>> {
  const now = await api.get("/api/threads/{id}", { path: { id } });
  const body = changed(now.data);
  if (Object.keys(body).length === 0) return { ...now, event: null };
  try {
    return await api.patch("/api/threads/{id}", { path: { id }, body, ifMatch: now.etag });
  } catch (failure) {
    if (left > 1 && failure instanceof Refusal && failure.status === 412) return replan(id, changed, left - 1);
    throw failure;
  }
}

const brief = (step: string) => (step.length > 60 ? step.slice(0, 59).trimEnd() + "…" : step);

/** Ticks a step off: the next one takes its place at once. */
export const tick = (thread: Thread, step: string) => change({
  show: () => shown(thread, without(thread, step)),
  send: () => replan(thread.id, (now) => without(now, step)),
  said: t("state.stepDone", { step: brief(step) }), failed: t("state.stepNotDone"),
  instead: () => void change({ send: () => replan(thread.id, (now) => again(now, thread, step)), said: t("common.undone") }),
});

/** Plans a step after those that are there. It answers whether that worked. */
export const plan = async (thread: Thread, step: string, refused: (why: string) => void): Promise<boolean> => null !== await change({
  show: () => shown(thread, { next_steps: [...thread.next_steps, step] }),
  send: () => replan(thread.id, ({ next_steps: steps }) => ({ next_steps: [...steps, step] })),
  refused: (why) => refused(why.of("next_steps") || why.sentence),
});
