import { ButtonLink } from "../../parts/Button";
import { Empty } from "../../parts/Rest";
import { to } from "../../router";
import { t } from "../../words";

/** An address that leads nowhere. */
export default function Missing() {
  return <div class="page"><Empty title={t("missing.thereIsNoSuchPage")} action={<ButtonLink href={to("now")}>{t("missing.goToNow")}</ButtonLink>}>{t("missing.theAddressMayBeOld")}</Empty></div>;
}
