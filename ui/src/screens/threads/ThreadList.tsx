import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Thread } from "../../api/types";
import { useKeys } from "../../keys";
import { Button } from "../../parts/Button";
import { Field, Select } from "../../parts/Field";
import { Empty, OfflineNote, Problem, Skeleton } from "../../parts/Rest";
import { Rows } from "../../parts/Row";
import { Tabs } from "../../parts/Tabs";
import { go, setQuery, to } from "../../router";
import { capture } from "../../shell/Capture";
import { overview } from "../../state/overview";
import { useProjects } from "../../state/projects";
import { useLast, usePages, useResource } from "../../state/resource";
import { isActive, threadResource } from "../../state/threads";
import { finish } from "../../state/work";
import { ask } from "./asked";
import { SampleOffer } from "../../welcome/SampleOffer";
import { ThreadRow } from "./ThreadRow";
import { viewOf, views } from "./views";
import { t } from "../../words";

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
  const list = usePages("/api/threads", { query: { ...view.asks, q: asked, project, source_tool: tool } }, { on: ["threads", "settings"] });
  const numbers = overview().data.value;
  useProjects(); // the rows name them

  const [words, setWords] = useState(asked);
  useEffect(() => {
    const timer = setTimeout(() => { if (words.trim() !== asked) setQuery({ q: words.trim() }); }, pause);
    return () => clearTimeout(timer);
  }, [words, asked]);

  const kept = { view: query.get("view"), q: asked, project, tool };
  const known = useLast(list, view.view);
  const fits = (thread: Thread) => (known === list.data.value && words.trim() === asked) || has(thread, words.trim());
  // A row is made once: with each key only its place is shown or hidden.
  const rows = useMemo(() => known?.items.map((thread) => ({ thread, row: <ThreadRow thread={thread} current={thread.id === current} query={kept} /> })) ?? [],
    [known?.items, current, view, asked, project, tool]);
  const items = known?.items.filter(fits) ?? [];
  const filtered = Boolean(asked || project || tool);
  useRowKeys(items, current, kept);

  return (
    <section class="split-list" aria-label={t("common.threads")}>
      <Tabs label={t("threads.threadsByState")} tabs={views.map((one) => ({
        href: to("threads", null, { ...kept, view: one.view === "open" ? null : one.view }), label: one.label, count: numbers && one.count(numbers), current: one === view,
      }))} />
      <Filters words={words} onWords={setWords} project={project} tool={tool} total={known?.total} seen={known?.items ?? []} />
      {known && <OfflineNote of={list} />}
      {!known && list.error.value && <Problem why={list.error.value} retry={() => void list.refetch()} />}
      {!known && list.loading.value && <Skeleton rows={6} />}
      {known && items.length > 0 && (
        <>
          <Rows label={t("threads.labelThreads", { label: view.label })}>{rows.map(({ thread, row }) => <li key={thread.id} hidden={!fits(thread)}>{row}</li>)}</Rows>
          <p class="list-end">
            <span>{known.next ? t("threads.nOfTotal", { n: items.length, total: known.total }) : t("threads.nThreads", { n: items.length })}</span>
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

function FilterChoices({ project, tool, seen }: Pick<FiltersProps, "project" | "tool" | "seen">) {
  const projects = useProjects();
  const clients = useResource("/api/clients", {}, { on: [] });
  const tools = [...new Set([...(clients.data.value ?? []).map(({ name }) => name), ...seen.map(({ source_tool: from }) => from ?? ""), tool].filter(Boolean))].sort();
  return (
    <div class="filter-choices">
      <Select label={t("common.project")} value={project} onInput={(slug) => setQuery({ project: slug })} options={[{ value: "", label: t("threads.any") }, ...(projects.data.value ?? []).map(({ slug, title }) => ({ value: slug, label: title || slug }))]} />
      <Select label={t("threads.tool")} value={tool} onInput={(name) => setQuery({ tool: name })} options={[{ value: "", label: t("threads.any") }, ...tools.map((name) => ({ value: name, label: name }))]} />
    </div>
  );
}

/** j and k go through the rows, Enter opens the one that has the focus; e and s are for that
 * one, else for the thread that is open. */
function useRowKeys(items: readonly Thread[], current: string | null, kept: Record<string, string | null>): void {
  const at = useRef(-1);
  const rows = () => [...document.querySelectorAll<HTMLAnchorElement>(".split-list .item")].filter((row) => row.checkVisibility());
  const focused = () => rows().indexOf(document.activeElement as HTMLAnchorElement);
  const step = (by: number) => {
    const all = rows();
    if (all.length === 0) return;
    const from = focused() >= 0 ? focused() : current ? items.findIndex(({ id }) => id === current) : at.current;
    at.current = Math.max(0, Math.min(all.length - 1, from + by));
    all[at.current]!.focus();
  };
  const act = (run: (thread: Thread) => void) => () => {
    const row = focused();
    const thread = row >= 0 ? items[row] : current ? threadResource(current).data.peek() : undefined;
    if (thread && isActive(thread)) run(thread);
  };
  useKeys({
    j: () => step(1),
    k: () => step(-1),
    e: act((thread) => void finish(thread)),
    s: act((thread) => ask("snooze", thread)),
    ...(current && { Escape: () => go(to("threads", null, kept)) }),
  });
}
