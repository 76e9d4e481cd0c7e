import { useId, useRef } from "preact/hooks";
import { copy } from "../state/clipboard";
import { Button } from "./Button";
import { t } from "../words";

/** A command or a piece of a file, to be copied. `label` says where it goes; `tall` ones scroll. */
export function Copyable({ label, text, tall = false }: { label: string; text: string; tall?: boolean }) {
  const id = useId();
  const shown = useRef<HTMLPreElement>(null);
  return (
    <div class="copyable">
      <p id={id}>{label}</p>
      <Button icon="copy" label={t("parts.copyLabel", { label })} onClick={() => void copy(text, shown.current)}>{t("parts.copy")}</Button>
      <pre class={tall ? "command tall" : "command"} ref={shown} tabIndex={0} role="group" aria-labelledby={id} dir="ltr">{text}</pre>
    </div>
  );
}
