// Fields: a label, the control, a hint from the start, and what is wrong where it is wrong.
import type { ComponentChildren, Ref } from "preact";
import { useId, useLayoutEffect } from "preact/hooks";
import { Icon } from "./Icon";

export interface Common {
  label: string;
  /** The label is for readers only: the place says what the field is. */
  quiet?: boolean;
  /** What holds for it, under it from the start. */
  hint?: ComponentChildren;
  /** What is wrong with what stands in it; "" when nothing is. */
  error?: string;
  value: string;
  onInput: (value: string) => void;
  name?: string;
  placeholder?: string;
  required?: boolean;
  /** It takes the focus when it appears. */
  autoFocus?: boolean;
  readOnly?: boolean;
  onKeyDown?: (e: KeyboardEvent) => void;
  onBlur?: () => void;
}

/** The label above a control, and below it its hint and what is wrong. */
export function Around({ id, label, quiet, hint, error, children }: Pick<Common, "label" | "quiet" | "hint" | "error"> & { id: string; children: ComponentChildren }) {
  return (
    <div class="field">
      <label class={quiet ? "unseen" : undefined} for={id}>{label}</label>
      {children}
      {hint && <p class="hint" id={id + "-hint"}>{hint}</p>}
      <p class="wrong" id={id + "-wrong"} role="alert">{error && <><Icon name="warn" small /><span>{error}</span></>}</p>
    </div>
  );
}

/** What every control of a field has. */
export const attributes = (id: string, { value, name, placeholder, required, autoFocus, readOnly, hint, error, onInput, onKeyDown, onBlur }: Common) => ({
  id, value, name, placeholder, required, readOnly, onKeyDown, onBlur,
  autofocus: autoFocus,
  class: "input",
  "aria-invalid": error ? true : undefined,
  "aria-describedby": [hint && id + "-hint", error && id + "-wrong"].filter(Boolean).join(" ") || undefined,
  onInput: (e: { currentTarget: { value: string } }) => onInput(e.currentTarget.value),
});

/** An id for a new field; the field takes the focus if it is the one to begin with: before the next
 * key can go elsewhere. A dialog that opens around it heeds `autofocus`. */
function useField({ autoFocus = false }: Common): string {
  const id = useId();
  useLayoutEffect(() => { if (autoFocus) document.getElementById(id)?.focus(); }, []);
  return id;
}

type FieldProps = Common & {
  type?: "text" | "search" | "url" | "email" | "number" | "datetime-local" | "date" | "time";
  autoComplete?: string;
  inputMode?: "text" | "numeric" | "url" | "search";
  /** Fixed-width, for addresses and tokens. */
  mono?: boolean;
  ref?: Ref<HTMLInputElement>;
};

/** One line of text. */
export function Field({ type = "text", autoComplete = "off", inputMode, mono, ref, ...common }: FieldProps) {
  const id = useField(common);
  const given = attributes(id, common);
  const kind = type as "text"; // what Preact's types allow differs from kind to kind
  return (
    <Around id={id} {...common}>
      <input {...given} ref={ref} type={kind} autocomplete={autoComplete} inputMode={inputMode} dir={type === "text" || type === "search" ? "auto" : undefined} class={mono ? "input mono" : "input"} />
    </Around>
  );
}

/** Text of several lines; it grows with what stands in it. */
export function TextArea({ rows = 3, mono, ref, ...common }: Common & { rows?: number; mono?: boolean; ref?: Ref<HTMLTextAreaElement> }) {
  const id = useField(common);
  return <Around id={id} {...common}><textarea {...attributes(id, common)} ref={ref} rows={rows} dir="auto" class={mono ? "input mono" : "input"} /></Around>;
}

/** One of a few. */
export function Select({ options, ...common }: Omit<Common, "placeholder" | "readOnly"> & { options: readonly { value: string; label: string }[] }) {
  const id = useField(common);
  return (
    <Around id={id} {...common}>
      <select {...attributes(id, common)}>
        {options.map(({ value, label }) => <option key={value} value={value} selected={value === common.value}>{label}</option>)}
      </select>
    </Around>
  );
}

/** On or off, at once. */
export function Switch({ label, hint, on, onChange, disabled = false }: { label: string; hint?: ComponentChildren; on: boolean; onChange: (on: boolean) => void; disabled?: boolean }) {
  const id = useId();
  return (
    <div class="option">
      <div class="grow">
        <label for={id}>{label}</label>
        {hint && <p class="hint" id={id + "-hint"}>{hint}</p>}
      </div>
      <input id={id} class="switch" type="checkbox" role="switch" checked={on} disabled={disabled} aria-describedby={hint ? id + "-hint" : undefined} onChange={(e) => onChange(e.currentTarget.checked)} />
    </div>
  );
}

/** What a field says that takes one thing a line. */
export const linesIn = (text: string): string[] => text.split("\n").map((line) => line.trim()).filter(Boolean);
