import { fails } from "../state/overview";
import { Icon } from "./Icon";
import { t } from "../words";

/** The quiet mark beside a place at which, or below which, something that fails is mended. */
export const Fails = ({ at }: { at: string }) => (fails(at) ? <span class="status blocked fails"><Icon name="warn" small /><span class="unseen"> {t("parts.somethingFailsHere")}</span></span> : null);
