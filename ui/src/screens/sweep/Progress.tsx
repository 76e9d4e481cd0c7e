// How far a sweep has come: a shape for each decision, and beside the card what comes and what was.
import type { Thread } from "../../api/types";
import { Icon } from "../../parts/Icon";
import { daysAgo } from "../../state/time";
import { t } from "../../words";
import type { Sweep } from "./session";
import { known } from "./SweepCard";

/** More shapes than this are no picture. */
const mostPips = 24;
/** How many of each list beside the card are named. */
const few = 4;

/** The words beside say the same. */
export function Pips({ sweep: { decided }, left }: { sweep: Sweep; left: number }) {
  if (decided.length + left > mostPips) return null;
  return (
    <span class="pips" aria-hidden="true">
      {decided.map(({ choice }, i) => <Icon key={i} name={known[choice].icon} small />)}
      {Array.from({ length: left }, (_, i) => <i key={i} class={i === 0 ? "pip-here" : undefined} />)}
    </span>
  );
}

export function Side({ sweep: { decided }, next }: { sweep: Sweep; next: readonly Thread[] }) {
  const before = decided.slice(-few).reverse();
  if (next.length + before.length === 0) return null;
  return (
    <aside class="sweep-side" aria-label={t("threads.thisSweep")}>
      {next.length > 0 && (
        <section>
          <h2 class="section">{t("threads.afterThis")}</h2>
          <ol>
            {next.slice(0, few).map((thread) => <li key={thread.id}><span dir="auto">{thread.summary}</span> <span class="faint">{t("now.nDays", { n: daysAgo(thread.last_activity_at) })}</span></li>)}
            {next.length > few && <li class="faint">{t("common.andMore", { n: next.length - few })}</li>}
          </ol>
        </section>
      )}
      {before.length > 0 && (
        <section>
          <h2 class="section">{t("threads.soFar")}</h2>
          <ul>{before.map(({ thread, choice }) => <li key={thread.id}><span dir="auto">{thread.summary}</span> <span class="faint">{known[choice].label}</span></li>)}</ul>
        </section>
      )}
    </aside>
  );
}
