import type { ComponentChildren } from "preact";
import { t } from "../words";

/** Says that what is being written was changed elsewhere meanwhile, and to what. */
export const ChangedMeanwhile = ({ children }: { children: ComponentChildren }) => (
  <div class="conflict" role="alert">
    <p><strong>{t("parts.changedMeanwhile")}</strong> {t("parts.bothTexts")}</p>
    <blockquote dir="auto">{children}</blockquote>
  </div>
);
