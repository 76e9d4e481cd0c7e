// A dialog of the browser's own: it rises from the bottom on a phone and hangs near the top
// from 40 rem. Esc, a press beside it and the browser's Back close it; the focus goes back to where it was.
import type { ComponentChildren } from "preact";
import { useId, useLayoutEffect, useRef } from "preact/hooks";
import { Button } from "./Button";
import { dialogs, Toasts } from "./Toasts";
import { t } from "../words";

interface DialogProps {
  title: string;
  onClose: () => void;
  children: ComponentChildren;
  /** Whether it is shown. One that is made before it is wanted appears sooner. Default: true. */
  open?: boolean;
  /** Hanging from the top also on a phone, where the keyboard leaves it visible. */
  top?: boolean;
  /** The title is for readers only, and there is no close button: the content has one. */
  plain?: boolean;
}

/** Looks up what a dialog is drawn with, its fonts above all, and shows nothing: the first opening is as quick as the next. */
function layOut(node: HTMLDialogElement): void {
  node.open = true; // without the focus, which only show() moves
  node.getBoundingClientRect();
  node.open = false;
}

export function Dialog({ title, onClose, children, open = true, top = false, plain = false }: DialogProps) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const shown = useRef(false);
  useLayoutEffect(() => { if (!open) layOut(dialog.current!); }, []);
  useLayoutEffect(() => { // before what is inside takes the focus
    if (!open) return;
    const node = dialog.current!;
    const before = document.activeElement as HTMLElement;
    shown.current = true;
    node.showModal();
    dialogs.value = [...dialogs.peek(), id];
    const back = () => node.close(); // what it is about is on the page that Back leaves
    addEventListener("popstate", back);
    return () => {
      removeEventListener("popstate", back);
      shown.current = false;
      dialogs.value = dialogs.peek().filter((one) => one !== id);
      node.close();
      if (before === document.body) (document.activeElement as HTMLElement).blur(); // a field that is gone would have the next key
      before.focus({ preventScroll: true }); // what is gone takes none
    };
  }, [open]);
  // That a dialog closes is told later: it, or the next one, may be open again by then.
  const told = () => { if (shown.current && !dialog.current!.open) onClose(); };
  return (
    <dialog
      ref={dialog} class={top ? "dialog hanging" : "dialog"} aria-labelledby={id}
      onCancel={(e) => { e.preventDefault(); onClose(); }}
      onClose={told}
      onMouseDown={(e) => { if (e.target === e.currentTarget) onClose(); }}
    >
      <div class="dialog-inside">
        <header class={plain ? "unseen" : "dialog-head"}>
          <h2 id={id}>{title}</h2>
          {!plain && <Button kind="bare" icon="close" iconOnly onClick={onClose}>{t("common.close")}</Button>}
        </header>
        {children}
      </div>
      <Toasts of={id} />
    </dialog>
  );
}
