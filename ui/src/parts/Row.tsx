// The row of a list: a mark, a title of two lines at most, when, one line that helps to pick
// it up, and its facts. The whole row is one link.
import type { ComponentChildren } from "preact";

interface RowProps {
  href: string;
  /** A StatusMark or an Icon. */
  mark: ComponentChildren;
  title: ComponentChildren;
  /** What stands at the end of the first line, as a Time. */
  when?: ComponentChildren;
  /** The one line under the title; words that the owner or an agent wrote. */
  line?: ComponentChildren;
  /** Facts after one another with dots between; empty ones are left out. */
  facts?: readonly ComponentChildren[];
  /** It is shown beside the list. */
  current?: boolean;
  /** Buttons below, for what is often done without opening it. */
  actions?: ComponentChildren;
}

export const Row = ({ actions, ...row }: RowProps) => (
  <li>
    <RowLink {...row} />
    {actions && <div class="item-actions">{actions}</div>}
  </li>
);

/** What a row is made of, for lists that have something to say about the place it stands in. */
export function RowLink({ href, mark, title, when, line, facts = [], current = false }: Omit<RowProps, "actions">) {
  const said = facts.filter((fact) => fact !== null && fact !== undefined && fact !== false && fact !== "");
  return (
    <a class="item" href={href} aria-current={current ? "true" : undefined}>
      <span class="item-mark">{mark}</span>
      <span class="item-title" dir="auto">{title}</span>
      {when && <span class="item-when">{when}</span>}
      {line && <span class="item-line" dir="auto">{line}</span>}
      {said.length > 0 && <Facts of={said} class="item-facts" />}
    </a>
  );
}

/** Short facts with dots between. */
export function Facts({ of, class: className = "" }: { of: readonly ComponentChildren[]; class?: string }) {
  return <span class={`facts ${className}`}>{of.map((fact, i) => <span key={i}>{fact}</span>)}</span>;
}

/** The row that has the focus, by its address. */
export const focusedRow = (): string | null => document.activeElement?.closest("li")?.querySelector("a.item")?.getAttribute("href") ?? null;

/** Moves the focus by so many rows; from outside of them on from the one that is open, else to the first. */
export function stepRows(by: number, all = "#main a.item"): void {
  const rows = [...document.querySelectorAll<HTMLElement>(all)].filter((row) => row.checkVisibility());
  const focused = rows.findLastIndex((row) => (row.closest("li") ?? row).contains(document.activeElement));
  const at = focused >= 0 ? focused : rows.findIndex((row) => row.ariaCurrent);
  rows[at < 0 ? 0 : Math.max(0, Math.min(rows.length - 1, at + by))]?.focus();
}

/** A list of rows. */
export const Rows = ({ label, children }: { label: string; children: ComponentChildren }) => <ul class="rows" aria-label={label}>{children}</ul>;
