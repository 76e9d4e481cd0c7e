// What has happened to the forge, in words.
import type { Forge } from "../../../api/types";
import { t } from "../../../words";

type Found = NonNullable<Forge["diverged"]>;

/** So many documents: "1 page or progress file", "63 pages and progress files". */
export const files = (count: number): string => t("settings.files", { n: count });

/** That they will be deleted. */
export const gone = (count: number): string => t("settings.filesGone", { n: count });

/** What a sync found, as one sentence. */
export function found({ reason, known, missing }: Pick<Found, "reason" | "known" | "missing">): string {
  switch (reason) {
    case "rewritten":
      if (missing === 0) return t("settings.rewritten");
      return missing === known ? t("settings.rewrittenAll", { n: known }) : t("settings.rewrittenSome", { n: missing, all: known });
    case "restored":
      return t("settings.forgeRestored");
    case "emptied":
      return t("settings.emptied", { n: known });
    case "vanished":
      return t("settings.vanished", { n: missing, all: known });
  }
}
