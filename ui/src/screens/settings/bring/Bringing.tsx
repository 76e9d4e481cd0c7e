// How far the hub is with what it brings. Nothing of it shows elsewhere before all is there.
import { useEffect, useId, useState } from "preact/hooks";
import { api } from "../../../api/client";
import { Refusal } from "../../../api/refusal";
import { t } from "../../../words";

/** How often the hub is asked, in milliseconds. */
const every = 400;

export function Bringing({ id }: { id: string }) {
  const [{ done, total }, setFar] = useState({ done: 0, total: 0 });
  const words = useId();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const over = new AbortController();
    const look = async () => {
      try {
        setFar((await api.get("/api/imports/{id}", { path: { id }, signal: over.signal })).data);
      } catch (failure) {
        if (over.signal.aborted) return;
        if (!(failure instanceof Refusal)) throw failure; // the answer to the import itself tells what is wrong
      }
      timer = setTimeout(() => void look(), every);
    };
    void look();
    return () => {
      over.abort();
      clearTimeout(timer);
    };
  }, [id]);
  return (
    <div class="stack tight">
      <p id={words}><span role="status">{t("settings.itIsBrought")}</span>{total > 0 && t("settings.doneOfTotal", { done, total })}</p>
      <progress aria-labelledby={words} max={Math.max(total, 1)} value={done > 0 ? done : undefined} />
    </div>
  );
}
