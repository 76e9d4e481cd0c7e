// The limit on attempts is on the address, so all forms wait together.
import { signal } from "@preact/signals";

/** Whole seconds until the next try is allowed; 0: now. */
export const wait = signal(0);

let freeAt = 0; // on a clock that nobody sets
let timer = 0;

/** Holds all forms for a time, in seconds. */
export function hold(seconds: number): void {
  freeAt = performance.now() + seconds * 1000;
  count();
}

/** Ends the wait, as after a success. */
export const release = (): void => hold(0);

function count(): void {
  clearTimeout(timer);
  const left = freeAt - performance.now();
  wait.value = Math.max(0, Math.ceil(left / 1000));
  if (left > 0) timer = window.setTimeout(count, left % 1000 || 1000);
}
