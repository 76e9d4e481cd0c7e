import { signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import { dismiss, lifetime, type Toast, toasts } from "../state/toasts";
import { Button } from "./Button";
import { t } from "../words";

/** The dialogs that are open, the uppermost last. What is behind it can be neither read out nor pressed. */
export const dialogs = signal<readonly string[]>([]);

/** Where messages appear: at the foot of the uppermost dialog, else of the page. It is there before
 * they are, or readers would miss the first. */
export function Toasts({ of = "" }: { of?: string }) {
  const here = (dialogs.value.at(-1) ?? "") === of ? toasts.value : [];
  const alarms = here.filter((toast) => toast.alarm);
  const rest = here.filter((toast) => !toast.alarm);
  return (
    <div class="toasts">
      <div role="alert">{alarms.map((toast) => <One key={toast.id} toast={toast} />)}</div>
      <div role="status">{rest.map((toast) => <One key={toast.id} toast={toast} />)}</div>
    </div>
  );
}

function One({ toast: { id, text, action, second } }: { toast: Toast }) {
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => dismiss(id), lifetime);
    return () => clearTimeout(timer);
  }, [id, held]);
  const hold = { onPointerEnter: () => setHeld(true), onPointerLeave: () => setHeld(false), onFocusIn: () => setHeld(true), onFocusOut: () => setHeld(false) };
  return (
    <div class="toast" {...hold}>
      <p dir="auto">{text}</p>
      {[second, action].map((one) => one && <Button key={one.label} kind="bare" onClick={() => { dismiss(id); one.run(); }}>{one.label}</Button>)}
      <Button kind="bare" icon="close" iconOnly onClick={() => dismiss(id)}>{t("common.close")}</Button>
    </div>
  );
}
