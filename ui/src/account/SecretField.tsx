import type { Ref } from "preact";
import { useId, useState } from "preact/hooks";
import { Button } from "../parts/Button";
import { Icon } from "../parts/Icon";
import { t, within } from "../words";

export interface SecretSpec {
  /** What the API calls it. */
  name: string;
  label: string;
  /** What holds for it, under it from the start. */
  rule?: string;
  autoComplete: "current-password" | "new-password" | "off";
  /** Fixed-width, as tokens are easier to read that way. */
  mono?: boolean;
}

interface SecretFieldProps extends SecretSpec {
  value: string;
  error: string;
  shown: boolean;
  onInput: (value: string) => void;
  onShow: (shown: boolean) => void;
  input?: Ref<HTMLInputElement>;
  /** Default: it must be filled. */
  required?: boolean;
}

/** A field for a password or token, that can be looked into. */
export function SecretField({ name, label, rule, autoComplete, mono, value, error, shown, onInput, onShow, input, required = true }: SecretFieldProps) {
  const id = useId();
  const [caps, setCaps] = useState(false);
  const look = (e: KeyboardEvent) => setCaps(e.getModifierState?.("CapsLock") ?? false);
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <div class="secret">
        <input
          ref={input} id={id} name={name} class={mono ? "input mono" : "input"} type={(shown ? "text" : "password") as "text"} value={value} required={required}
          autocomplete={autoComplete} autocapitalize="off" spellcheck={false} aria-invalid={error ? true : undefined} aria-describedby={`${id}-rule ${id}-caps ${id}-wrong`}
          onInput={(e) => onInput(e.currentTarget.value)} onKeyDown={look} onKeyUp={look}
        />
        <Button label={t("account.show", { label: within(label) })} pressed={shown} onClick={() => onShow(!shown)}>{t("account.showIt")}</Button>
      </div>
      {rule && <p class="hint" id={id + "-rule"}>{rule}</p>}
      <p class="hint" id={id + "-caps"} role="status">{caps && t("account.capsLockIsOn")}</p>
      <p class="wrong" id={id + "-wrong"}>{error && <><Icon name="warn" small /><span>{error}</span></>}</p>
    </div>
  );
}
