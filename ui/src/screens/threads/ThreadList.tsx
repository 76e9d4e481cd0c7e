import { useEffect, useMemo, useState } from "preact/hooks";
import type { Thread } from "../../api/types";
import { useKeys } from "../../keys";
import { Button } from "../../parts/Button";
import { extra } from "../../parts/deferred";
import { Field } from "../../parts/Field";
import { Empty, OfflineNote, Problem, Skeleton } from "../../parts/Rest";
import { focusedRow, Rows, stepRows } from "../../parts/Row";
import { Tabs } from "../../parts/Tabs";
import { setQuery, to } from "../../router";
import { capture } from "../../shell/Capture";
import { overview } from "../../state/overview";
import { useProjects } from "../../state/projects";
import { useLast, usePages } from "../../state/resource";
import { isActive, threadResource } from "../../state/thread";
import { tomorrow } from "../../state/time";
import { finish, snooze } from "../../state/work";
import { SampleOffer } from "../../welcome/SampleOffer";
import { ThreadRow } from "./ThreadRow";
import { keptOf, viewOf, views } from "./views";
import { t } from "../../words";

const SweepRow = extra(() => import("./SweepRow"));
const FilterChoices = extra(() => import("./FilterChoices"));

/** How long after a keystroke the hub is asked, in milliseconds; what is loaded is filtered at once. */
const pause = 150;

/** Whether a thread has the words somewhere in sight. */
const has = (thread: Thread, words: string) => [thread.summary, thread.goal, thread.focus, thread.resume_step, thread.blocked_reason, ...thread.next_steps]
  .some((text) => text?.toLowerCase().includes(words.toLowerCase()));

export function ThreadList({ query, current }: { query: URLSearchParams; current: string | null }) {
  const view = viewOf(query.get("view"));
  const asked = query.get("q") ?? "";
  const project = query.get("project") ?? "";
  const tool = query.get("tool") ?? "";
  const list = usePages("/api/threads", { query: { ...view.asks, sort: "activity", q: asked, project, source_tool: tool } }, { on: ["threads", "settings"] });
  const numbers = overview().data.value;
  useProjects(); // the rows name them

  const [words, setWords] = useState(asked);
  useEffect(() => {
    const timer = setTimeout(() => { if (words.trim() !== asked) setQuery({ q: words.trim() }); }, pause);
    return () => clearTimeout(timer);
  }, [words, asked]);

  const kept = keptOf(query);
  const known = useLast(list, view.view);
  const fits = (thread: Thread) => (known === list.data.value && words.trim() === asked) || has(thread, words.trim());
  // A row is made once: with each key only its place is shown or hidden.
  const rows = useMemo(() => known?.items.map((thread) => ({ thread, row: <ThreadRow thread={thread} current={thread.id === current} query={kept} byReturn={view.view === "snoozed"} /> })) ?? [],
    [known?.items, current, view, asked, project, tool]);
  const items = known?.items.filter(fits) ?? [];
  const filtered = Boolean(asked || project || tool);
  const count = known?.next ? t("threads.nOfTotal", { n: items.length, total: known.total }) : t("threads.nThreads", { n: items.length });
  useRowKeys(items, current);

  return (
    <section class="split-list" aria-label={t("common.threads")}>
      <Tabs label={t("threads.threadsByState")} tabs={views.map((one) => ({
        href: to("threads", null, { ...kept, view: one.view === "open" ? null : one.view }), label: one.label, count: numbers && one.count(numbers), current: one === view,
      }))} />
      <Filters words={words} onWords={setWords} project={project} tool={tool} total={known?.total} seen={known?.items ?? []} />
      <p class="unseen" role="status">{known && words.trim() && (items.length > 0 ? count : t("threads.noThreadFits"))}</p>
      {view.view === "quiet" && <SweepRow />}
      {known && <OfflineNote of={list} />}
      {!known && list.error.value && <Problem why={list.error.value} retry={() => void list.refetch()} />}
      {!known && list.loading.value && <Skeleton rows={6} />}
      {known && items.length > 0 && (
        <>
          <Rows label={t("threads.labelThreads", { label: view.label })}>{rows.map(({ thread, row }) => <li key={thread.id} hidden={!fits(thread)}>{row}</li>)}</Rows>
          <p class="list-end">
            <span>{count}</span>
            {known.next && <Button kind="bare" onClick={() => void list.more()}>{t("common.showMore")}</Button>}
          </p>
        </>
      )}
      {known && items.length === 0 && (filtered || words
        ? <Empty title={t("threads.noThreadFits")} action={<Button onClick={() => { setWords(""); setQuery({ q: null, project: null, tool: null }); }}>{t("threads.showAll")}</Button>}>{t("threads.nothingHereHasTheseWords")}</Empty>
        : <Empty title={view.empty.title} action={view.view === "open" && <><Button kind="ink" icon="plus" onClick={() => capture()}>{t("common.captureAThread")}</Button><SampleOffer /></>}>{view.empty.text}</Empty>)}
    </section>
  );
}

interface FiltersProps {
  words: string;
  onWords: (words: string) => void;
  project: string;
  tool: string;
  total: number | undefined;
  /** The threads in sight: their tools can be chosen. */
  seen: readonly Thread[];
}

function Filters({ words, onWords, project, tool, total, seen }: FiltersProps) {
  const [open, setOpen] = useState(Boolean(project || tool));
  return (
    <div class="filters" role="search">
      <div class="filter-line">
        <Field label={t("threads.filterTheseThreads")} quiet type="search" value={words} onInput={onWords} placeholder={total === undefined ? t("threads.filter") : t("threads.filterN", { n: total })} />
        <Button icon="settings" iconOnly expanded={open} pressed={Boolean(project || tool)} onClick={() => setOpen(!open)}>{t("threads.projectAndTool")}</Button>
      </div>
      {open && <FilterChoices project={project} tool={tool} seen={seen} />}
    </div>
  );
}

const rows = ".split-list .item";

/** j and k go through the rows, Enter opens the one that has the focus; e and s are for that
 * one, else for the thread that is open. */
function useRowKeys(items: readonly Thread[], current: string | null): void {
  const act = (run: (thread: Thread) => void) => () => {
    const row = focusedRow();
    const thread = row ? items.find(({ id }) => row.includes(id)) : current ? threadResource(current).data.peek() : undefined;
    if (thread && isActive(thread)) run(thread);
  };
  useKeys({
    j: () => stepRows(1, rows),
    k: () => stepRows(-1, rows),
    e: act((thread) => void finish(thread)),
    s: act((thread) => void snooze(thread, tomorrow())),
  });
}
