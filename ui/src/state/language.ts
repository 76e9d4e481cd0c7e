// The language of this browser: what the owner has chosen, else the browser's own. The choice is
// a preference on the hub; a cookie repeats it, so that the first words are right before the hub
// has said so, and so that the hub can name the file they are in.
import { pick, speak } from "../words";

const cookie = "hub_language";

/** A year, in seconds. */
const year = 31_536_000;

const remembered = (): string | undefined => document.cookie.split("; ").find((one) => one.startsWith(cookie + "="))?.slice(cookie.length + 1);

/** Speaks the language of the last time. */
export const speakFirst = (): Promise<void> => speak(pick(remembered()));

let spoken: string | undefined;

/** Speaks the language of the preferences: one of them, or the browser's with "browser". */
export function speakAlso(chosen: string): void {
  if (chosen === (spoken ?? remembered() ?? "browser")) return;
  spoken = chosen;
  const { pathname } = new URL("./", document.baseURI);
  document.cookie = `${cookie}=${chosen}; path=${pathname}; max-age=${chosen === "browser" ? 0 : year}; samesite=lax`;
  void speak(pick(chosen)).catch(() => {}); // without the hub it stays as it is
}
