import { useKeys } from "../keys";
import { type Place, type PlaceName, places } from "../places";
import { go, to } from "../router";
import { undoLast } from "../state/toasts";
import { capture } from "./Capture";
import { openHelp } from "./Overlays";

const walk = Object.fromEntries((Object.entries(places) as [PlaceName, Place][])
  .filter(([, { key }]) => key).map(([name, { key }]) => [`g ${key}`, () => go(to(name as "now"))]));

/** The keys that hold everywhere. */
export const useFrameKeys = () => useKeys({
  ...walk,
  c: () => capture(),
  "/": () => go(to("search")),
  "?": openHelp,
  u: undoLast,
}, { under: true });
