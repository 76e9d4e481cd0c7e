// Whether the page may go. What is not saved anywhere else asks before it is lost.
import { effect } from "@preact/signals";

/** Asks before the page is closed, for as long as `held` is true. */
export function guard(held: () => boolean): void {
  const ask = (e: Event) => e.preventDefault();
  effect(() => {
    if (held()) addEventListener("beforeunload", ask);
    else removeEventListener("beforeunload", ask);
  });
}

/** Whether somebody would ask, were the page closed now. */
export const wouldLose = (): boolean => !dispatchEvent(new Event("beforeunload", { cancelable: true }));
