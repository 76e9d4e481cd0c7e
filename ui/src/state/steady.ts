// Whether the page has been in front of a person for a moment. A page of others can bring this one forward
// under a click that was meant for something else.
import { useEffect, useState } from "preact/hooks";

/** How long it must be there, in milliseconds. */
const moment = 1_000;

/** False at first, and again whenever the page comes back. */
export function useSteady(): boolean {
  const [steady, setSteady] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const begin = () => {
      clearTimeout(timer);
      setSteady(false);
      if (document.visibilityState === "visible" && document.hasFocus()) timer = setTimeout(() => setSteady(true), moment);
    };
    begin();
    addEventListener("focus", begin);
    addEventListener("blur", begin);
    document.addEventListener("visibilitychange", begin);
    return () => {
      clearTimeout(timer);
      removeEventListener("focus", begin);
      removeEventListener("blur", begin);
      document.removeEventListener("visibilitychange", begin);
    };
  }, []);
  return steady;
}
