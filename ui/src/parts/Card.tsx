import type { ComponentChildren } from "preact";

/** The raised surface: at most one a screen, for what the screen is about. */
export const Card = ({ children, label }: { children: ComponentChildren; label?: string }) => <article class="card" aria-label={label}>{children}</article>;
