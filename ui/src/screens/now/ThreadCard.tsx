// What the card says of a thread, in each of its states.
import type { ComponentChildren } from "preact";
import type { Thread } from "../../api/types";
import { Icon } from "../../parts/Icon";
import { Inline } from "../../parts/Inline";
import { Menu } from "../../parts/Menu";
import { Facts } from "../../parts/Row";
import { Card } from "../../parts/Card";
import { go, to } from "../../router";
import { projectTitle } from "../../state/projects";
import { t } from "../../words";

/** The card with the thread's facts and title. */
export function ThreadCard({ thread, facts, children }: { thread: Thread; facts: readonly ComponentChildren[]; children: ComponentChildren }) {
  return (
    <Card label={thread.summary}>
      <div class="now-card">
        <div class="now-meta">
          <Facts class="grow" of={[<a key="p" href={to("project", { slug: thread.project_slug })} dir="auto">{projectTitle(thread.project_slug)}</a>, ...facts.filter(Boolean)]} />
          <Menu label={t("common.moreForThisThread")} items={[{ label: t("now.openTheThread"), icon: "threads", run: () => go(to("thread", { id: thread.id })) }]} />
        </div>
        <h2 class="now-title" dir="auto">{thread.summary}</h2>
        {children}
      </div>
    </Card>
  );
}

/** The line with the marker: the one thing to do. */
export const Step = ({ label, text }: { label: string; text: string }) => (
  <div class="stack tight"><p class="label">{label}</p><p class="now-step" dir="auto"><span class="here"><Inline text={text} /></span></p></div>
);

/** Where it was left. */
export const LeftOff = ({ text, by }: { text: string; by: string }) => (
  <div class="stack tight"><p class="label">{t("now.whereYouLeftOff")}</p><p class="now-left" dir="auto"><Inline text={text} /></p><p class="meta faint">{by}</p></div>
);

/** What did not work, and why. */
export function Tried({ tried }: Pick<Thread, "tried">) {
  if (tried.length === 0) return null;
  return (
    <details class="now-tried">
      <summary><Icon name="chevron" small />{t("now.tried", { n: tried.length })}</summary>
      <ul class="stack tight">{tried.map(({ what, why_not: why }) => <li key={what} dir="auto"><strong><Inline text={what} />.</strong> {why && <Inline text={why} />}</li>)}</ul>
    </details>
  );
}
