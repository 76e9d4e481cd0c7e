// The way to the sweep, as long as there is something to sweep.
import { Icon } from "../../parts/Icon";
import { StatusMark } from "../../parts/StatusMark";
import { to } from "../../router";
import { overview } from "../../state/overview";
import { t } from "../../words";
import { minutesFor } from "./minutes";

export default function SweepRow() {
  const n = overview().data.value?.stale;
  return n ? (
    <a class="sweep-row" href={to("sweep")}>
      <StatusMark mark="quiet" /><span class="grow">{t("threads.sweepN", { n })}</span><span class="meta">{t("threads.aboutMinutes", { n: minutesFor(n) })}</span><Icon name="chevron" small />
    </a>
  ) : null;
}
