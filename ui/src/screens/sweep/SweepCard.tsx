// What helps to decide about one thread, and the choices: they stay where they are from card to card.
import type { Ref } from "preact";
import type { Thread } from "../../api/types";
import { keyName } from "../../keys";
import { Icon, type IconName } from "../../parts/Icon";
import { Inline } from "../../parts/Inline";
import { Facts } from "../../parts/Row";
import { Silhouette } from "../../parts/StatusMark";
import { to } from "../../router";
import { projectTitle } from "../../state/projects";
import { stepOf } from "../../state/steps";
import { quietFor } from "../../state/time";
import { dateName } from "../../state/wall";
import { t } from "../../words";
import { workerOf } from "../threads/ThreadRow";
import { snoozedTo } from "./act";
import { type Choice, choices } from "./session";

/** Their drawings, names and what they do. */
export const known: Record<Choice, { icon: IconName; label: string; said: string }> = {
  keep: { icon: "ring", get label() { return t("threads.keep"); }, get said() { return t("threads.staysOpen"); } },
  snooze: { icon: "later", get label() { return t("common.snooze"); }, get said() { return t("threads.untilDay", { day: dateName(snoozedTo()) }); } },
  ask: { icon: "agent", get label() { return t("threads.askAnAgent"); }, get said() { return t("threads.copiesThePrompt"); } },
  dismiss: { icon: "close", get label() { return t("threads.dismiss"); }, get said() { return t("threads.canBeReopened"); } },
  done: { icon: "check", get label() { return t("common.done"); }, said: "" },
};

interface CardProps {
  thread: Thread;
  place: number;
  all: number;
  choose: (choice: Choice) => void;
  ref: Ref<HTMLElement>;
}

export function SweepCard({ thread, place, all, choose, ref }: CardProps) {
  const step = stepOf(thread);
  const facts = [
    [t("common.waitingFor"), thread.status === "blocked" ? thread.blocked_reason : null], [t("now.whereYouLeftOff"), thread.focus], [t("common.nextStep"), step],
    [t("common.goal"), thread.focus || step ? null : thread.goal],
  ] as const;
  return (
    <article class="card sweep-card" tabIndex={-1} ref={ref} aria-label={t("threads.cardOf", { n: place, all, title: thread.summary, quiet: quietFor(thread.last_activity_at) })}>
      <div class="stack">
        <p><Facts of={[<span key="q" class="status quiet"><Silhouette mark="quiet" />{quietFor(thread.last_activity_at)}</span>, <a key="p" href={to("project", { slug: thread.project_slug })} dir="auto">{projectTitle(thread.project_slug)}</a>, workerOf(thread)].filter(Boolean)} /></p>
        <h2 dir="auto"><a href={to("thread", { id: thread.id })}>{thread.summary}</a></h2>
        <dl>{facts.map(([label, text]) => text && <div key={label}><dt>{label}</dt><dd dir="auto"><Inline text={text} /></dd></div>)}</dl>
      </div>
      {/* the second click of two is not for the card that has come meanwhile */}
      <div class="sweep-choices" role="group" aria-label={t("threads.whatHappensWithIt")}>
        {choices.map((choice, i) => {
          const { icon, label, said } = known[choice];
          return (
            <button key={choice} type="button" class="button outlined" aria-keyshortcuts={String(i + 1)} onClick={(e) => { if (e.detail < 2) choose(choice); }}>
              <Icon name={icon} /><span aria-hidden="true">{keyName(String(i + 1))}</span><strong>{label}</strong><span class="meta">{said}</span>
            </button>
          );
        })}
      </div>
    </article>
  );
}
