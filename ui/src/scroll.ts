// Where the reader was in a place, to be led back to on returning.

/** A position, and the row that was first in sight there, by where it leads and the how many-th that leads there:
 * rows that were never in sight are only guessed at in height. */
export interface Spot {
  top: number;
  row: { href: string; nth: number; below: number } | null;
}

/** How long a place may take to be there and high enough, in milliseconds. */
const patience = 3_000;
/** How many frames a row has to stay where it was. */
const steady = 3;

/** The part of the page that scrolls. */
const scroller = () => document.getElementById("main");

const leading = (row: Element) => row.querySelector("a[href]")?.getAttribute("href") ?? null;
const rowsOf = (main: Element) => [...main.querySelectorAll(":is(.rows, .timeline) > li")];
const alike = (main: Element, href: string) => rowsOf(main).filter((row) => leading(row) === href);

/** Where the reader is now. */
export function here(): Spot {
  const main = scroller();
  if (!main) return { top: 0, row: null };
  const edge = main.getBoundingClientRect().top;
  for (const row of main.scrollTop > 0 ? rowsOf(main) : []) {
    const below = row.getBoundingClientRect().top - edge;
    const href = below >= 0 && leading(row);
    if (href) return { top: main.scrollTop, row: { href, nth: alike(main, href).indexOf(row), below } };
  }
  return { top: main.scrollTop, row: null };
}

let current = 0;

/** Leads back to a spot, once it is there; whoever scrolls meanwhile is left alone. */
export function returnTo({ top, row }: Spot): void {
  const turn = ++current;
  const until = performance.now() + patience;
  const hands = new AbortController();
  for (const kind of ["wheel", "touchstart", "pointerdown", "keydown"]) addEventListener(kind, () => hands.abort(), { passive: true, signal: hands.signal });
  let held = 0;
  const attempt = () => {
    const main = scroller();
    if (turn !== current || hands.signal.aborted || !main) return hands.abort();
    const found = row && alike(main, row.href)[row.nth];
    const off = found ? found.getBoundingClientRect().top - main.getBoundingClientRect().top - row.below : top - main.scrollTop;
    held = Math.abs(off) < 1 ? held + 1 : 0;
    if (held === 0) main.scrollTop += off;
    if (held < steady && performance.now() < until) requestAnimationFrame(attempt);
    else hands.abort();
  };
  requestAnimationFrame(attempt);
}
