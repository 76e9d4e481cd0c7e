// What this browser has and the hub does not: captures that wait, and texts that nobody has saved.
import { leftOver } from "./drafts";
import { unsent } from "./outbox";
import { t } from "../words";

/** It in words; "" when there is nothing. */
export function pending(): string {
  const n = unsent.value.length, left = leftOver.value.length;
  return [n > 0 && t("shell.capturesWait", { n }), left > 0 && t("shell.textsLeft", { n: left })].filter(Boolean).join(" ");
}
