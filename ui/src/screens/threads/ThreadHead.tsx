import type { Thread } from "../../api/types";
import { useKeys } from "../../keys";
import { Button, ButtonLink } from "../../parts/Button";
import { Copy } from "../../parts/Copy";
import { EditButton, FactEditor, beginFact, useDraft } from "../../parts/Fact";
import { Icon } from "../../parts/Icon";
import { Menu, type MenuItem } from "../../parts/Menu";
import { Facts } from "../../parts/Row";
import { markOf, StatusMark } from "../../parts/StatusMark";
import { Time } from "../../parts/Time";
import { go, to, useArrived } from "../../router";
import { projectTitle } from "../../state/projects";
import { isActive, putOffUntil, useThread } from "../../state/thread";
import { dismissThread, release, remove, reopen, saveField } from "../../state/threadActs";
import { briefTime, now, quietFor, tomorrow } from "../../state/time";
import { say } from "../../state/toasts";
import { ask } from "../../state/asked";
import { holderOf, owner } from "../../state/holder";
import { begin, choose, finish, snooze, useNow } from "../../state/work";
import { fields } from "./fields";
import { addName, NameChips } from "./NameChips";
import { agentPrompt } from "./prompt";
import { placeOfField } from "./ThreadFacts";
import { t } from "../../words";
import { rich } from "../../words/rich";

/** What it is, who is on it, and what can be done with it. */
export function ThreadHead({ thread }: { thread: Thread }) {
  // Under those of the list, which are for the row that has the focus: it may stand beside this.
  useKeys(isActive(thread) ? { e: () => void finish(thread), s: () => void snooze(thread, tomorrow()) } : {}, { under: true });
  const mark = markOf(thread);
  return (
    <header class="thread-head">
      <div class="thread-line">
        <p><Facts of={[
          <StatusMark key="s" mark={mark} word />, <a key="p" href={to("project", { slug: thread.project_slug })} dir="auto">{projectTitle(thread.project_slug)}</a>,
          mark === "quiet" ? quietFor(thread.last_activity_at) : <Time key="t" at={thread.completed_at ?? thread.last_activity_at} words />,
        ]} /></p>
        <Menu label={t("common.moreForThisThread")} items={more(thread)} />
      </div>
      <Title thread={thread} />
      <NameChips thread={thread} />
      {thread.merged_into && <MergedInto id={thread.merged_into} />}
      {thread.lease && Date.parse(thread.lease.expires_at) > now.value && <OnIt thread={thread} lease={thread.lease} />}
      {isActive(thread) && putOffUntil(thread) && (
        <div class="well line"><Icon name="later" /><p class="grow">{t("threads.snoozedUntil", { time: putOffUntil(thread)! })}</p><Button kind="bare" onClick={() => void snooze(thread, null)}>{t("threads.bringBack")}</Button></div>
      )}
      <Actions thread={thread} />
    </header>
  );
}

function Title({ thread }: { thread: Thread }) {
  const at = placeOfField(thread.id, "summary");
  const { label, show, editor, clean } = fields.summary;
  const { draft, around } = useDraft<string, HTMLDivElement>(at);
  const heading = useArrived<HTMLHeadingElement>();
  return (
    <div class="thread-title" ref={around}>
      {draft
        ? <FactEditor at={at} label={label} value={thread.summary} show={show} draft={draft} editor={(editing) => editor(editing, label)} save={(value, base) => saveField(thread, "summary", clean(value), base, t("threads.savedTitle"))} />
        : <><h2 dir="auto" tabIndex={-1} ref={heading}>{thread.summary}</h2><EditButton at={at} value={thread.summary} label={label} /></>}
    </div>
  );
}

function OnIt({ thread, lease }: { thread: Thread; lease: NonNullable<Thread["lease"]> }) {
  const mine = lease.holder === owner;
  return (
    <div class="well line">
      <Icon name={mine ? "you" : "agent"} />
      <p class="grow">{rich(mine ? "threads.youOnIt" : "threads.onIt", { name: <strong dir="auto">{holderOf(lease)}</strong>, time: briefTime(lease.expires_at) })}</p>
      <Button kind="bare" onClick={() => void release(thread)}>{t("threads.release")}</Button>
    </div>
  );
}

function MergedInto({ id }: { id: string }) {
  const other = useThread(id).data.value;
  return <div class="well line"><Icon name="merge" /><p class="grow">{rich("threads.partOf", { name: <a href={to("thread", { id })} dir="auto">{other?.summary ?? t("threads.anotherThread")}</a> })}</p></div>;
}

/** What is done with a thread. Each action has a key: when others take their place, none turns into
 * another under the reader's finger. */
function Actions({ thread }: { thread: Thread }) {
  const chosen = useNow().data.value?.thread?.id === thread.id;
  if (!isActive(thread)) {
    return (
      <div class="acts">
        {!thread.merged_into && <Button key="reopen" kind="ink" icon="undo" onClick={() => void reopen(thread)}>{t("threads.reopen")}</Button>}
        <Copy text={() => agentPrompt(thread)} label={t("common.copyAgentPrompt")} said={t("threads.copiedPasteItToAn")} />
      </div>
    );
  }
  const { lease } = thread;
  const mine = lease?.holder === owner;
  const start = async () => {
    if (await begin(thread)) say(t("threads.itIsYoursAndOn"), { action: { label: t("threads.openNow"), run: () => go(to("now")) } });
  };
  return (
    <div class="acts">
      {chosen && (mine || !lease)
        ? <ButtonLink key="now" kind="ink" icon="now" href={to("now")}>{t("threads.onNow")}</ButtonLink>
        : <Button key="start" kind="ink" icon="play" onClick={() => void start()}>{lease && !mine ? t("common.takeOver") : thread.paused_at || thread.resume_step ? t("common.resume") : t("common.start")}</Button>}
      <Button key="done" icon="check" onClick={() => void finish(thread)} keys="e">{t("common.done")}</Button>
      <Button key="pause" icon="pause" onClick={() => ask("pause", thread)}>{t("threads.pause")}</Button>
      <Copy text={() => agentPrompt(thread)} label={t("common.copyAgentPrompt")} said={t("threads.copiedPasteItToAn")} />
    </div>
  );
}

/** What is done more rarely. */
function more(thread: Thread): MenuItem[] {
  const active = isActive(thread);
  const items: (MenuItem | false)[] = [
    active && { label: t("threads.putOnNow"), icon: "now", run: () => void choose(thread) },
    active && { label: t("threads.snoozeAsk"), icon: "later", run: () => ask("snooze", thread) },
    active && thread.status === "open" && { label: t("threads.blocked"), icon: "warn", run: () => ask("block", thread) },
    thread.status === "blocked" && { label: t("threads.noLongerBlocked"), icon: "undo", run: () => void reopen(thread) },
    { label: t("threads.moveToAnotherProject"), icon: "projects", run: () => beginFact(placeOfField(thread.id, "project_slug"), thread.project_slug) },
    { label: t("common.addAnotherName"), icon: "plus", run: () => addName(thread) },
    !thread.merged_into && { label: t("threads.mergeIntoAnother"), icon: "merge", run: () => ask("merge", thread) },
    active && { label: t("threads.dismiss"), icon: "close", run: () => void dismissThread(thread) },
    { label: t("common.delete"), icon: "trash", danger: true, run: () => void remove(thread) },
  ];
  return items.filter((item) => item !== false);
}
