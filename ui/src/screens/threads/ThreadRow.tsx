import type { Thread } from "../../api/types";
import { Icon } from "../../parts/Icon";
import { RowLink } from "../../parts/Row";
import { markOf, StatusMark } from "../../parts/StatusMark";
import { Time } from "../../parts/Time";
import { to } from "../../router";
import { projectTitle } from "../../state/projects";
import { owner } from "../../state/holder";
import { isActive, putOffUntil } from "../../state/thread";
import { quietFor } from "../../state/time";
import { t } from "../../words";

/** The one line that helps to pick a thread up. */
export function lineOf({ status, blocked_reason: reason, resume_step: resume, next_steps: [next], focus }: Thread): string | null {
  if (status === "blocked" && reason) return t("threads.waitingForReason", { reason });
  if (resume) return t("threads.resumeAt", { resume });
  if (next) return t("threads.nextNext", { next });
  return focus ? t("threads.leftOffFocus", { focus }) : null;
}

/** Who has to do with it: the one that is at it, else the tool it came from. */
export function workerOf({ lease, source_tool: tool, origin }: Thread): string | null {
  if (lease) return lease.holder === owner ? t("common.youAreOnIt") : t("threads.holderIsOnIt", { holder: lease.holder });
  return tool ?? (origin === "owner" ? t("common.you") : null);
}

interface RowProps {
  thread: Thread;
  current?: boolean;
  /** Keeps the view when the thread is opened. */
  query?: Record<string, string | null>;
  /** The list is in the order in which snoozes end. */
  byReturn?: boolean;
}

/** What stands in a list for a thread: the time is the one that the list is ordered by. */
export function ThreadRow({ thread, current = false, query, byReturn = false }: RowProps) {
  const mark = markOf(thread);
  const until = isActive(thread) && putOffUntil(thread);
  return (
    <RowLink
      href={to("thread", { id: thread.id }, query)} mark={<StatusMark mark={mark} />} title={thread.summary} current={current}
      when={<Time at={byReturn && until ? thread.snoozed_until! : thread.completed_at ?? thread.last_activity_at} />} line={lineOf(thread)}
      facts={[<span key="p" dir="auto">{projectTitle(thread.project_slug)}</span>, workerOf(thread), until && <span key="s" class="snoozed"><Icon name="later" small />{t("threads.snoozedUntil", { time: until })}</span>, mark === "quiet" && quietFor(thread.last_activity_at)]}
    />
  );
}
