// A button with a short list of things to do.
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { Button } from "./Button";
import { Icon, type IconName } from "./Icon";

export interface MenuItem {
  label: string;
  icon?: IconName;
  danger?: boolean;
  disabled?: boolean;
  run: () => void;
}

export function Menu({ label, items, icon = "more" }: { label: string; items: readonly MenuItem[]; icon?: IconName }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const around = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);

  const close = (back: boolean) => {
    setOpen(false);
    if (back) opener.current?.focus();
  };
  useEffect(() => {
    if (!open) return;
    around.current?.querySelector<HTMLElement>("[role=menuitem]")?.focus();
    const outside = (e: Event) => { if (!around.current?.contains(e.target as Node)) setOpen(false); };
    document.addEventListener("pointerdown", outside);
    document.addEventListener("focusin", outside);
    return () => {
      document.removeEventListener("pointerdown", outside);
      document.removeEventListener("focusin", outside);
    };
  }, [open]);

  const move = (e: KeyboardEvent) => {
    const all = [...around.current!.querySelectorAll<HTMLElement>("[role=menuitem]:not(:disabled)")];
    const at = all.indexOf(document.activeElement as HTMLElement);
    const steps: Record<string, number> = { ArrowDown: (at + 1) % all.length, ArrowUp: (at - 1 + all.length) % all.length, Home: 0, End: all.length - 1 };
    if (e.key === "Escape") close(true);
    else if (e.key === "Tab") setOpen(false);
    else if (e.key in steps) all[steps[e.key]!]?.focus();
    else return;
    if (e.key !== "Tab") e.preventDefault();
    e.stopPropagation();
  };

  return (
    <div class="menu-around" ref={around}>
      <Button ref={opener} kind="bare" icon={icon} iconOnly popup="menu" expanded={open} onClick={() => setOpen(!open)}>{label}</Button>
      {open && (
        <div class="menu" role="menu" id={id} aria-label={label} onKeyDown={move}>
          {items.map(({ label: words, icon: drawing, danger, disabled, run }) => (
            <button key={words} type="button" role="menuitem" tabIndex={-1} disabled={disabled} class={danger ? "danger" : undefined} onClick={() => { close(true); run(); }}>
              {drawing && <Icon name={drawing} small />}<span>{words}</span>
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
