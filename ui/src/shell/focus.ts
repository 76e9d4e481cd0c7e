// Where the focus goes when what has it leaves the page: to what takes its place. A browser leaves
// it nowhere, and whoever works by keyboard begins again at the top.
import { useEffect } from "preact/hooks";
import { moves } from "../router";

/** What has the focus and what that is in, up to the screen, each with its place among its like. */
interface Held {
  path: { node: Element; at: number }[];
  /** How often the reader had gone somewhere: the next place looks after its focus itself. */
  move: number;
}

let held: Held | null = null;

const focusable = "a[href], summary, :is(button, input, select, textarea):enabled";
const screen = () => document.getElementById("main");
const isShown = (node: Element) => node.checkVisibility();
const shownIn = (node: Element, what: string) => [...node.querySelectorAll<HTMLElement>(what)].find(isShown);

function placeOf(node: Element): number {
  let at = 0;
  for (let before = node.previousElementSibling; before; before = before.previousElementSibling) if (!(before as HTMLElement).hidden) at++;
  return at;
}

function pathOf(node: Element, root: Element): Held["path"] {
  const path: Held["path"] = [];
  for (let one = node; one !== root; one = one.parentElement!) path.push({ node: one, at: placeOf(one) });
  return path;
}

/** What takes the focus in a part of the screen: of a list the item that is at that place now, else
 * the last; of what has a heading that; else the first thing that can have it. */
function goalIn(part: Element, at: number): HTMLElement | undefined {
  if (!part.matches("ul, ol")) return shownIn(part, "h2, h3") ?? shownIn(part, focusable);
  const items = [...part.children].filter((item) => !(item as HTMLElement).hidden);
  const item = items[Math.min(at, items.length - 1)];
  return item && shownIn(item, focusable);
}

/** Gives the focus to a heading or a control. */
function focusOn(goal: HTMLElement): void {
  if (!goal.matches(focusable)) goal.tabIndex = -1;
  goal.focus({ preventScroll: true });
  goal.scrollIntoView({ block: "nearest" });
}

/** Notes where the focus is; where it was lost, gives it to what took the place. */
function restoreFocus(): void {
  const main = screen(), active = document.activeElement;
  if (!main) return;
  if (active && active !== document.body) {
    if (active !== main && main.contains(active)) held = { path: pathOf(active, main), move: moves.peek() };
    return;
  }
  if (!held || document.querySelector("dialog[open]:modal")) return;
  const { path, move } = held;
  if (move !== moves.peek()) {
    held = null;
    return;
  }
  for (let i = 0; i <= path.length; i++) {
    const part = path[i]?.node ?? main;
    if (!main.contains(part)) continue;
    const goal = i > 0 ? goalIn(part, path[i - 1]!.at) : isShown(part) ? part as HTMLElement : undefined;
    if (goal) return focusOn(goal);
  }
}

/** Whoever presses beside everything wants the focus nowhere. */
const forgetFocus = ({ target, relatedTarget }: FocusEvent) => {
  if (relatedTarget === null) queueMicrotask(() => { if (document.activeElement === document.body && (target as Element).isConnected) held = null; });
};

/** Looks after the focus from now on. */
export function useFocusKept(): void {
  useEffect(() => {
    const changes = new MutationObserver(restoreFocus);
    changes.observe(document.body, { childList: true, subtree: true });
    addEventListener("focusin", restoreFocus);
    addEventListener("focusout", forgetFocus);
    return () => {
      changes.disconnect();
      removeEventListener("focusin", restoreFocus);
      removeEventListener("focusout", forgetFocus);
    };
  }, []);
}
