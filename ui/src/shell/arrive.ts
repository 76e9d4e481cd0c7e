// What comes from outside of the page: the shortcut Capture, and what other apps share.
import { useEffect } from "preact/hooks";
import { go, route, to } from "../router";
import { capture } from "./Capture";

/** The words of what was shared; apps say the same thing in more than one of the three. */
export function sharedWords(query: URLSearchParams): string {
  const parts = ["title", "text", "url"].map((name) => query.get(name)?.trim() ?? "");
  return parts.filter((part, i) => part && !parts.some((other, j) => other.includes(part) && (other !== part || j < i))).join("\n");
}

/** Opens capture at the place that stands for it, and leaves the address of Now behind: so a
 * reload does not bring it again. */
export function useArrival(): void {
  const { name, query } = route.value;
  useEffect(() => {
    if (name !== "capture") return;
    capture(sharedWords(query));
    go(to("now"), { replace: true });
  }, [name, query]);
}
