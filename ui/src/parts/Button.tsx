import type { ComponentChildren, Ref } from "preact";
import { Icon, type IconName } from "./Icon";

interface Looks {
  /** ink: the one thing to do next, once a screen. outlined: the rest. bare: in rows and bars. */
  kind?: "ink" | "outlined" | "bare";
  /** Cannot be taken back. */
  danger?: boolean;
  big?: boolean;
  wide?: boolean;
  icon?: IconName;
  /** Only the icon shows; the children are its name for readers, and its tooltip. */
  iconOnly?: boolean;
}

const classOf = ({ kind = "outlined", danger, big, wide, iconOnly }: Looks) =>
  ["button", kind, danger && "danger", big && "big", wide && "wide", iconOnly && "square"].filter(Boolean).join(" ");

const inside = ({ icon, iconOnly }: Looks, children: ComponentChildren) => (
  <>
    {icon && <Icon name={icon} small={!iconOnly} />}
    {iconOnly ? <span class="unseen">{children}</span> : children}
  </>
);

type ButtonProps = Looks & {
  children: ComponentChildren;
  type?: "button" | "submit";
  onClick?: (e: MouseEvent) => void;
  /** Is under way: it can't be pressed again, and keeps its place and focus. */
  busy?: boolean;
  disabled?: boolean;
  pressed?: boolean;
  expanded?: boolean;
  popup?: "menu" | "dialog";
  label?: string;
  keys?: string;
  ref?: Ref<HTMLButtonElement>;
};

/** A button. `keys` is the shortcut that does the same. */
export function Button({ children, type = "button", onClick, busy = false, disabled = false, pressed, expanded, popup, label, keys, ref, ...looks }: ButtonProps) {
  return (
    <button
      ref={ref} type={type} class={classOf(looks)} disabled={disabled} aria-busy={busy || undefined} aria-disabled={busy || undefined}
      aria-pressed={pressed} aria-expanded={expanded} aria-haspopup={popup} aria-label={label} aria-keyshortcuts={keys}
      title={looks.iconOnly && typeof children === "string" ? children : undefined}
      onClick={(e) => {
        if (busy) e.preventDefault();
        else onClick?.(e);
      }}
    >
      {inside(looks, children)}
    </button>
  );
}

/** A link that looks like a button: it goes somewhere. */
export function ButtonLink({ href, children, current, ...looks }: Looks & { href: string; children: ComponentChildren; current?: boolean }) {
  return (
    <a href={href} class={classOf(looks)} aria-current={current ? "page" : undefined} title={looks.iconOnly && typeof children === "string" ? children : undefined}>
      {inside(looks, children)}
    </a>
  );
}
