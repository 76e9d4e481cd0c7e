import { useEffect, useState } from "preact/hooks";
import { api } from "../../api/client";
import { Refusal } from "../../api/refusal";

/** How long after a keystroke the hub is asked, in milliseconds. */
const pause = 150;

export interface Address {
  /** The slug or path that the title becomes; "" as long as none is known. */
  address: string;
  /** There is such a page already. */
  taken: boolean;
  /** Why it can't become one. */
  wrong: string;
}

const unknown: Address = { address: "", taken: false, wrong: "" };

/** What a title in any script becomes as a project's slug or as a page's path, while it is typed. */
export function useAddress(kind: "project" | "page", title: string): Address {
  const [found, setFound] = useState(unknown);
  const words = title.trim();
  useEffect(() => {
    if (!words) return setFound(unknown);
    const gone = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const { data } = await api.get("/api/address", { query: { kind, title: words }, signal: gone.signal });
        setFound({ ...data, wrong: "" });
      } catch (failure) {
        if (gone.signal.aborted) return;
        if (!(failure instanceof Refusal)) throw failure;
        setFound({ ...unknown, wrong: failure.of("title") && `It ${failure.of("title").charAt(0).toLowerCase()}${failure.of("title").slice(1)}` });
      }
    }, pause);
    return () => {
      clearTimeout(timer);
      gone.abort();
    };
  }, [kind, words]);
  return found;
}
