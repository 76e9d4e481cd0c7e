import { useId } from "preact/hooks";
import { Around, attributes, type Common } from "../../../parts/Field";

/** A file of the reader's machine. */
export function FileField({ label, hint, error, accept, onChoose }: Pick<Common, "label" | "hint" | "error"> & { accept?: string; onChoose: (file: File | null) => void }) {
  const id = useId();
  const { value: _, ...given } = attributes(id, { label, hint, error: error ?? "", value: "", onInput: () => undefined });
  return (
    <Around id={id} label={label} hint={hint} error={error ?? ""}>
      <input {...given} type="file" accept={accept} onInput={undefined} onChange={(e) => onChoose(e.currentTarget.files?.[0] ?? null)} />
    </Around>
  );
}
