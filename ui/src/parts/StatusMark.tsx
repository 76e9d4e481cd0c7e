// The status of a thread: a silhouette of its own for each, with its word. Colour comes third.
import type { Thread } from "../api/types";
import { preferences } from "../state/preferences";
import { isQuiet } from "../state/time";
import { t } from "../words";

export type Mark = "open" | "working" | "blocked" | "quiet" | "done" | "dismissed";

export const markWords: Record<Mark, string> = {
  get open() { return t("mark.open"); }, get working() { return t("mark.working"); }, get blocked() { return t("mark.blocked"); }, get quiet() { return t("mark.quiet"); }, get done() { return t("mark.done"); }, get dismissed() { return t("mark.dismissed"); },
};

const ring = <circle cx="10" cy="10" r="6.2" />;

const drawings = {
  open: ring,
  working: <>{ring}<circle cx="10" cy="10" r="2.8" fill="currentColor" stroke="none" /></>,
  blocked: <>{ring}<path d="M6.8 10h6.4" stroke-width="2.2" /></>,
  quiet: <>{ring}<path d="M10 3.8a6.2 6.2 0 0 0 0 12.4z" fill="currentColor" stroke="none" /></>,
  done: <path d="m4.5 10.5 3.8 3.8 7.4-8.6" stroke-width="2" />,
  dismissed: <><circle cx="10" cy="10" r="6.2" stroke-dasharray="2.6 2.3" /><path d="m7.8 7.8 4.4 4.4M12.2 7.8l-4.4 4.4" /></>,
};

/** What stands for a thread now: somebody's lease first, then its status, then its silence. */
export function markOf(thread: Pick<Thread, "status" | "lease" | "last_activity_at" | "snoozed_until">): Mark {
  if (thread.status === "done" || thread.status === "dismissed") return thread.status;
  if (thread.lease) return "working";
  if (thread.status === "blocked") return "blocked";
  return isQuiet(thread, preferences().data.value?.stale_days ?? 3) ? "quiet" : "open";
}

/** The silhouette alone, beside words that say more than the status. */
export const Silhouette = ({ mark }: { mark: Mark }) => <svg class="icon small" viewBox="0 0 20 20" aria-hidden="true">{drawings[mark]}</svg>;

/** The silhouette; with `word` the word stands beside it, else it is for readers only. */
export function StatusMark({ mark, word = false }: { mark: Mark; word?: boolean }) {
  return (
    <span class={`status ${mark}`}>
      <Silhouette mark={mark} />
      <span class={word ? undefined : "unseen"}>{markWords[mark]}</span>
    </span>
  );
}
