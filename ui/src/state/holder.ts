// Who is on a thread, in words: an agent by its name, the owner as "you".
import type { Lease } from "../api/types";
import { t } from "../words";
import { clockTime } from "./time";

/** Under this name the owner holds a lease; agents read it. */
export const owner = "the owner";

type Held = Pick<Lease, "holder" | "expires_at">;

/** Who holds a lease: "You", or the agent's name. */
export const holderOf = ({ holder }: Pick<Lease, "holder">): string => (holder === owner ? t("common.you") : holder);

/** Who holds a lease, and until when. */
export const heldUntil = ({ holder, expires_at: end }: Held): string => {
  const time = clockTime(end);
  return holder === owner ? t("parts.youAreOnItUntil", { time }) : t("parts.holderIsOnItUntil", { holder, time });
};
