// One fact of an item, edited where it stands. What is written is kept until it is saved or
// dropped; when somebody else changes the same fact meanwhile, both texts are there.
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { isComposing } from "../keystroke";
import { type Draft, draftOf, resume, same, setDraft } from "../state/drafts";
import { say } from "../state/toasts";
import { unseen } from "../state/unseen";
import { Button } from "./Button";
import { ChangedMeanwhile } from "./ChangedMeanwhile";
import { t, within } from "../words";

/** What an editor of a value gets. */
export interface Editing<T> {
  value: T;
  set: (value: T) => void;
  /** Changes it as it is by now: the page may not show yet what was written last. */
  edit: (change: (now: T) => T) => void;
  /** Why the hub refused it; "" when it did not. */
  wrong: string;
  save: () => void;
}

interface FactProps<T> {
  /** The place of its draft: "threads/0abc/goal". */
  at: string;
  label: string;
  /** As the hub has it. */
  value: T;
  /** How a value is shown. */
  show: (value: T) => ComponentChildren;
  /** How its own value stands there, where that is more than what `show` shows. */
  standing?: ComponentChildren;
  editor: (editing: Editing<T>) => ComponentChildren;
  /** A password may stand in what is written: it is not stored. */
  secret?: boolean | undefined;
  /** Saves over what it began from. It answers null once it is saved, else why not: "" when
   * something else stands there by now. */
  save: (value: T, base: T) => Promise<string | null>;
}

/** Begins to edit the fact of a place, with `first` where there is nothing yet. */
export const beginFact = <T,>(at: string, value: T, first: T = value): void => { if (!draftOf(at)) setDraft<T>(at, { value: first, base: value }); };

/** A fact in a list of facts. */
export function Fact<T>(props: FactProps<T>) {
  const { at, label, value, show, standing } = props;
  const { draft, around } = useDraft<T, HTMLDivElement>(at);
  return (
    <div class="fact" ref={around}>
      <dt>
        <span>{label}</span>
        {!draft && <EditButton at={at} value={value} label={label} />}
      </dt>
      <dd dir="auto">{draft ? <FactEditor {...props} draft={draft} /> : standing ?? show(value)}</dd>
    </div>
  );
}

export const EditButton = <T,>({ at, value, label }: Pick<FactProps<T>, "at" | "value" | "label">) => (
  <Button kind="bare" icon="edit" iconOnly onClick={() => beginFact(at, value)}>{t("parts.editLabel", { label: within(label) })}</Button>
);

/** What is being written at a place, and what has the focus go to the field and back again. */
export function useDraft<T, E extends HTMLElement>(at: string) {
  const known = draftOf<T>(at);
  const draft = known?.saving ? undefined : known;
  const around = useRef<E>(null);
  const open = useRef(false);
  useEffect(() => {
    if (open.current === Boolean(draft)) return;
    open.current = Boolean(draft);
    around.current?.querySelector<HTMLElement>(draft ? "input, textarea, select" : "button")?.focus();
  }, [Boolean(draft)]);
  return { draft, around };
}

/** The form in which a fact is written. */
export function FactEditor<T>({ at, label, value, show, editor, secret, save, draft }: FactProps<T> & { draft: Draft<T> }) {
  const elsewhere = !same(value, draft.base) && !same(value, draft.value);
  useEffect(() => resume(at), [at]);
  const drop = () => {
    setDraft(at, undefined);
    if (!same(draft.value, draft.base)) say(t("parts.labelNotSaved", { label }), { action: { label: t("parts.bringMyTextBack"), run: () => setDraft(at, draft) } });
  };
  const now = () => (draftOf<T>(at) ?? draft).value;
  const set = (next: T) => setDraft(at, { value: next, base: draft.base, secret });
  const store = async (over: T = draft.base) => {
    const written: Draft<T> = { value: now(), base: over, secret };
    if (same(written.value, value)) return setDraft(at, undefined);
    setDraft(at, { ...written, saving: true });
    const tell = unseen(label);
    const wrong = await save(written.value, over);
    setDraft(at, wrong === null ? undefined : { ...written, wrong });
    if (wrong !== null) tell(wrong);
  };
  const submit = (e?: Event) => {
    e?.preventDefault();
    if (!elsewhere) void store();
  };
  return (
    <form
      class="fact-form" onSubmit={submit}
      onKeyDown={(e) => {
        if (e.key === "Escape" && !isComposing(e)) {
          e.preventDefault();
          e.stopPropagation();
          drop();
        } else if (e.key === "Enter" && (e.ctrlKey || e.metaKey)) submit(e);
      }}
    >
      {elsewhere && <ChangedMeanwhile>{show(value) ?? <em>{t("parts.nothingAnyMore")}</em>}</ChangedMeanwhile>}
      {editor({ value: draft.value, set, edit: (change) => set(change(now())), wrong: draft.wrong ?? "", save: submit })}
      <div class="fact-acts">
        {elsewhere
          ? <><Button onClick={() => void store(value)}>{t("parts.saveMineInstead")}</Button><Button kind="bare" onClick={drop}>{t("parts.keepTheirs")}</Button></>
          : <><Button type="submit">{t("common.save")}</Button><Button kind="bare" onClick={drop}>{t("common.cancel")}</Button></>}
      </div>
    </form>
  );
}
