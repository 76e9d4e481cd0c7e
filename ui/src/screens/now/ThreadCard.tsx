// What the card says of a thread, in each of its states.
import type { ComponentChildren } from "preact";
import type { Event, Thread } from "../../api/types";
import { Icon } from "../../parts/Icon";
import { Inline } from "../../parts/Inline";
import { Facts } from "../../parts/Row";
import { Card } from "../../parts/Card";
import { StepBox } from "../../parts/StepBox";
import { to } from "../../router";
import { projectTitle } from "../../state/projects";
import { actorOf } from "../../state/events";
import { useResource } from "../../state/resource";
import { stepOf, stepsAfter } from "../../state/steps";
import { relativeTime } from "../../state/time";
import { t } from "../../words";

/** The card with the thread's facts and title. */
export function ThreadCard({ thread, facts, children }: { thread: Thread; facts: readonly ComponentChildren[]; children: ComponentChildren }) {
  return (
    <Card label={thread.summary}>
      <div class="now-card">
        <Facts of={[<a key="p" href={to("project", { slug: thread.project_slug })} dir="auto">{projectTitle(thread.project_slug)}</a>, ...facts.filter(Boolean)]} />
        <h2 class="now-title" dir="auto"><a href={to("thread", { id: thread.id })}>{thread.summary}</a></h2>
        {children}
      </div>
    </Card>
  );
}

/** The one thing to do, with its box: ticked, the next one takes its place. Nothing, when no step is planned. */
export function NextStep({ thread, label }: { thread: Thread; label: string }) {
  const step = stepOf(thread), after = stepsAfter(thread);
  if (!step) return null;
  return (
    <div class="stack tight">
      <div class="line tight"><p class="label">{label}</p>{after > 0 && <Left n={after} />}</div>
      <div class="now-step"><StepBox thread={thread} step={step} marked /></div>
    </div>
  );
}

/** A dot for each step that comes after this one. */
const Left = ({ n }: { n: number }) => (
  <p class="now-dots" title={t("now.moreSteps", { n })}>{Array.from({ length: n }, (_, i) => <i key={i} />)}<span class="unseen">{t("now.moreSteps", { n })}</span></p>
);

/** A line with the marker, such as what is waited for. */
export const Step = ({ label, text }: { label: string; text: string }) => (
  <div class="stack tight"><p class="label">{label}</p><p class="now-step" dir="auto"><span class="here"><Inline text={text} /></span></p></div>
);

/** Where it was left. */
export const LeftOff = ({ text, by }: { text: string; by: Event | undefined }) => (
  <div class="stack tight"><p class="label">{t("now.whereYouLeftOff")}</p><p class="now-left" dir="auto"><Inline text={text} /></p><p class="meta faint" dir="auto">{by ? `${actorOf(by)}, ${relativeTime(by.at)}` : "\u00a0" /* it comes later: nothing moves then */}</p></div>
);

/** Tells of what a thread says who wrote it; undefined as long as that is not known, or when it was long ago. */
export function useWritten(thread: Thread): (field: "focus" | "resume_step") => Event | undefined {
  const events = useResource("/api/threads/{id}/events", { path: { id: thread.id }, query: { limit: 50 } }, { on: ["threads/" + thread.id], when: Boolean(thread.focus || thread.resume_step), later: true }).data.value;
  return (field) => events?.find(({ after, undo_of: undoing }) => !undoing && (after as Partial<Thread> | null)?.[field] === thread[field]);
}

/** What did not work, and why. */
export function Tried({ tried }: Pick<Thread, "tried">) {
  if (tried.length === 0) return null;
  return (
    <details class="now-tried">
      <summary><Icon name="chevron" small />{t("now.tried", { n: tried.length })}</summary>
      <ul class="stack tight">{tried.map(({ what, why_not: why }) => <li key={what} dir="auto"><strong><Inline text={what} />.</strong> {why && <Inline text={why} />}</li>)}</ul>
    </details>
  );
}
