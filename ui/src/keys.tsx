// Single keys as shortcuts. Off while typing, in dialogs, and when the owner says so.
import { useLayoutEffect, useRef } from "preact/hooks";
import { isComposing } from "./keystroke";
import { keysOn } from "./state/preferences";

/** What the keys do, by the key or by two in a row: "c", "g t". */
export type KeyMap = Record<string, () => void>;

const layers: { keys: () => KeyMap }[] = [];
/** How long the second of two keys may take, in milliseconds. */
const patience = 1_000;
let first = "", pressed = 0;
/** How long the keyboard must have been still before its keys mean something again, in milliseconds. */
const still = 600;
let deaf = 0, heeded = "";

/** Has the keys mean nothing for as long as somebody types on whose field has just closed; but for one, if it is the next. */
export function hush(but = ""): void {
  deaf = performance.now() + still;
  heeded = but;
}

/** Whether the keystroke belongs to a field or a dialog. */
function taken(e: KeyboardEvent): boolean {
  const target = e.target instanceof Element ? e.target : null;
  return e.defaultPrevented || e.ctrlKey || e.metaKey || e.altKey || isComposing(e)
    || Boolean(target?.closest("input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable], [role=menu], dialog"))
    || document.querySelector("dialog[open]:modal") !== null;
}

/** What a key that is held does over and over: it moves. All else is done once a press. */
const moves = ["j", "k"];

/** Finds what a key does; later layers come first. */
function press(e: KeyboardEvent): void {
  if (!keysOn.peek() || taken(e) || (e.repeat && !moves.includes(e.key)) || ["Shift", "Control", "Alt", "Meta"].includes(e.key)) return;
  if (performance.now() < deaf && e.key !== heeded) return hush();
  const both = performance.now() - pressed < patience ? `${first} ${e.key}` : "";
  pressed = performance.now();
  first = e.key;
  for (const key of both ? [both, e.key] : [e.key]) {
    const run = layers.findLast(({ keys }) => keys()[key])?.keys()[key];
    if (!run) continue;
    e.preventDefault();
    first = "";
    run();
    return;
  }
}

/** Listens to the keyboard from now on. */
export function listen(): () => void {
  addEventListener("keydown", press);
  return () => removeEventListener("keydown", press);
}

/** Gives keys a meaning as long as the component is shown; those of the frame lie `under` all others. */
export function useKeys(keys: KeyMap, { under = false } = {}): void {
  const latest = useRef(keys);
  latest.current = keys;
  useLayoutEffect(() => { // what is seen can be pressed
    const layer = { keys: () => latest.current };
    if (under) layers.unshift(layer);
    else layers.push(layer);
    return () => { layers.splice(layers.indexOf(layer), 1); };
  }, []);
}

/** The key beside the name of what it does; nothing when keys are off. */
export const keyName = (key: string) => (keysOn.value ? <kbd>{key}</kbd> : null);
