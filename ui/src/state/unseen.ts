// A text that the hub refused once its writer was elsewhere, who sees neither it nor why.
import { go } from "../router";
import { t } from "../words";
import { say } from "./toasts";

/** Is called as a text is sent, and what it returns when that is refused: then says so, with the way back, to a reader who has left. */
export function unseen(label: string): (wrong: string) => void {
  const { pathname, href } = location;
  return (wrong) => {
    if (location.pathname === pathname) return;
    say([t("parts.labelNotSaved", { label }), wrong].filter(Boolean).join(" "), { alarm: true, action: { label: t("common.goOn"), run: () => go(href) } });
  };
}
