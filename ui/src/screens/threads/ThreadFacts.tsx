import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Thread } from "../../api/types";
import { Button } from "../../parts/Button";
import { beginFact, Fact } from "../../parts/Fact";
import { StepBox } from "../../parts/StepBox";
import { useKeys } from "../../keys";
import { draftOf } from "../../state/drafts";
import { stepOf, tick } from "../../state/steps";
import { isActive } from "../../state/thread";
import { type Field, saveField } from "../../state/threadActs";
import { ask } from "../../state/asked";
import { fields, type Known } from "./fields";
import { mayWait, Neighbours } from "./Neighbours";
import { t, within } from "../../words";

/** The place of a field's draft. */
export const placeOfField = (id: string, field: Field): string => `threads/${id}/${field}`;

/** What the thread is about, in the order it helps to take it up again. */
const order: readonly Field[] = ["blocked_reason", "resume_step", "next_steps", "goal", "focus", "tried"];
/** What it is filed under. */
const filing: readonly Field[] = ["project_slug", "energy", "workspace_path", "transcript_ref"];

/** The one line that says where the work is: it carries the marker. */
function hereOf(thread: Thread): Field | null {
  if (!isActive(thread)) return null;
  return thread.resume_step ? "resume_step" : thread.next_steps.length > 0 ? "next_steps" : null;
}

/** The fields that are steps: with a box each, as long as there is work to come. */
const steps: { [F in Field]?: (thread: Thread, here: boolean) => ComponentChildren } = {
  resume_step: (thread, here) => thread.resume_step && <StepBox thread={thread} step={thread.resume_step} marked={here} />,
  next_steps: (thread, here) => thread.next_steps.length > 0 && <ol class="steps">{thread.next_steps.map((step, i) => <li key={i}><StepBox thread={thread} step={step} marked={here && i === 0} /></li>)}</ol>,
};

/** One field, shown or being edited. */
export function ThreadFact<F extends Field>({ thread, field, here = false }: { thread: Thread; field: F; here?: boolean }) {
  const { label, show, editor, clean } = fields[field] as Known<Thread[F]>;
  const boxes = isActive(thread) ? steps[field] : undefined;
  return (
    <Fact<Thread[F]>
      at={placeOfField(thread.id, field)} label={label} value={thread[field]} show={show} standing={boxes?.(thread, here)} editor={(editing) => editor(editing, label)}
      save={(value, base) => saveField(thread, field, clean(value), base, t("threads.savedLabel", { label: within(label) }))}
    />
  );
}

interface FactsProps {
  thread: Thread;
  of: readonly Field[];
  here: Field | null;
  /** What follows them. */
  children?: ComponentChildren;
  /** What else is one press away. */
  more?: ComponentChildren;
}

/** Those with something in them; the others are one press away. */
function Facts({ thread, of, here, children, more }: FactsProps) {
  const isOver = (field: Field) => field === "blocked_reason" && !isActive(thread);
  const isMissing = <F extends Field>(field: F) => (isOver(field) || (fields[field] as Known<Thread[F]>).isEmpty(thread[field])) && !draftOf(placeOfField(thread.id, field));
  const missing = of.filter((field) => isMissing(field) && (field !== "blocked_reason" || thread.status === "blocked"));
  // One that was begun here and is dropped again leads back to where it was begun.
  const begun = useRef<Field | null>(null);
  const plus = useRef<HTMLParagraphElement>(null);
  const isWritten = () => begun.current !== null && draftOf(placeOfField(thread.id, begun.current)) !== undefined;
  const written = isWritten();
  useEffect(() => {
    const field = begun.current;
    if (!field || written || isWritten()) return; // as it is drawn, and by now: an effect may run after the next key
    begun.current = null;
    if (missing.includes(field)) plus.current?.querySelectorAll("button")[missing.indexOf(field)]?.focus();
  });
  const begin = <F extends Field>(field: F) => {
    begun.current = field;
    beginFact(placeOfField(thread.id, field), thread[field], (fields[field] as Known<Thread[F]>).first);
  };
  return (
    <>
      <dl class="fact-list">{of.filter((field) => !isMissing(field)).map((field) => <ThreadFact key={field} thread={thread} field={field} here={field === here} />)}</dl>
      {children}
      {(missing.length > 0 || more) && (
        <p class="fact-missing" ref={plus}>
          {missing.map((field) => <Button key={field} kind="bare" icon="plus" onClick={() => begin(field)}>{fields[field].label}</Button>)}
          {more}
        </p>
      )}
    </>
  );
}

export function ThreadFacts({ thread }: { thread: Thread }) {
  const here = hereOf(thread);
  const step = isActive(thread) && stepOf(thread);
  useKeys(step ? { x: () => void tick(thread, step) } : {});
  return (
    <div class="thread-facts">
      <Facts thread={thread} of={order} here={here} more={mayWait(thread) && <Button kind="bare" icon="plus" onClick={() => ask("after", thread)}>{t("threads.startAfter")}</Button>}>
        <Neighbours thread={thread} />
      </Facts>
      <h3>{t("threads.filedUnder")}</h3>
      <Facts thread={thread} of={filing} here={null} />
    </div>
  );
}
