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

/** What words become, as the hub says. */
async function ask(kind: "project" | "page", words: string, signal?: AbortSignal): Promise<Address> {
  if (!words) return unknown;
  try {
    const { data } = await api.get("/api/address", { query: { kind, title: words }, signal });
    return { ...data, wrong: "" };
  } catch (failure) {
    if (!(failure instanceof Refusal)) throw failure;
    const why = failure.of("title");
    return { ...unknown, wrong: why ? why : failure.sentence };
  }
}

/** What a title in any script becomes as a project's slug or as a page's path, while it is typed:
 * for a moment that of the title before. `sure` answers for the title as it is. */
export function useAddress(kind: "project" | "page", title: string): Address & { sure: () => Promise<Address> } {
  const [found, setFound] = useState({ ...unknown, of: "" });
  const words = title.trim();
  useEffect(() => {
    if (!words) return setFound({ ...unknown, of: "" });
    const gone = new AbortController();
    const timer = setTimeout(() => {
      ask(kind, words, gone.signal).then((is) => setFound({ ...is, of: words }), (failure) => { if (!gone.signal.aborted) throw failure; });
    }, pause);
    return () => {
      clearTimeout(timer);
      gone.abort();
    };
  }, [kind, words]);
  const sure = async () => {
    if (found.of === words && !found.wrong) return found;
    const is = await ask(kind, words);
    setFound({ ...is, of: words });
    return is;
  };
  return { ...found, sure };
}
