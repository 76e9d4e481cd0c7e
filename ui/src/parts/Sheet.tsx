import type { ComponentChildren } from "preact";

/** The raised surface: at most one a screen, for what the screen is about. */
export const Sheet = ({ children, label }: { children: ComponentChildren; label?: string }) => <article class="sheet" aria-label={label}>{children}</article>;
