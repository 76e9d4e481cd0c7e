import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { Wordmark } from "../parts/Logo";
import { t } from "../words";

/** The whole window, above everything, until it is done with. */
export function SignInDialog({ title, focus, children }: { title: string; focus: boolean; children: ComponentChildren }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const h1 = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => { // before what is inside takes the focus
    const node = dialog.current!;
    const before = document.activeElement as HTMLElement;
    const name = document.title;
    node.setAttribute("closedby", "none"); // Esc leads nowhere from here
    node.showModal();
    document.title = t("account.titleProgressHub", { title });
    if (focus) h1.current?.focus();
    return () => {
      node.close();
      document.title = name;
      before.focus({ preventScroll: true }); // what is gone takes none
    };
  }, []);
  return (
    <dialog ref={dialog} class="sign-in" aria-labelledby="sign-in-title" onCancel={(e) => e.preventDefault()} onClose={() => { if (dialog.current?.isConnected) dialog.current.showModal(); }}>
      <main class="stack wide">
        <Wordmark />
        <h1 id="sign-in-title" ref={h1} tabIndex={-1}>{title}</h1>
        {children}
      </main>
    </dialog>
  );
}
