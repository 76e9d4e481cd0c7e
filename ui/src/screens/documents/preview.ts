import { useEffect, useRef, useState } from "preact/hooks";
import { api, reachable } from "../../api/client";
import { Refusal } from "../../api/refusal";

/** How long after a keystroke the hub is asked, in milliseconds. */
const pause = 300;

/** A text as the hub will show it, a moment after it was typed; the last one stays until then.
 * `known` is a rendering that is there already. */
export function usePreview(text: string, known: { text: string; html: string } | null): { html: string; failed: boolean } {
  const [seen, setSeen] = useState({ html: known?.html ?? "", failed: false });
  const there = known && known.text === text ? known.html : null;
  const first = useRef(true);
  const back = seen.failed && reachable.value; // the hub has answered something else since
  useEffect(() => {
    if (there !== null) return setSeen({ html: there, failed: false });
    const gone = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const { data } = await api.post("/api/preview", { body: { markdown: text }, signal: gone.signal });
        setSeen({ html: data.html, failed: false });
      } catch (failure) {
        if (gone.signal.aborted) return;
        if (!(failure instanceof Refusal)) throw failure;
        setSeen(({ html }) => ({ html, failed: true }));
      }
    }, first.current ? 0 : pause);
    first.current = false;
    return () => {
      clearTimeout(timer);
      gone.abort();
    };
  }, [text, there, back]);
  return seen;
}
