import { signal } from "@preact/signals";
import { useEffect, useMemo, useState } from "preact/hooks";
import type { PageInfo } from "../../api/types";
import { ButtonLink } from "../../parts/Button";
import { Field } from "../../parts/Field";
import { Icon } from "../../parts/Icon";
import { Empty, OfflineNote, Problem, Skeleton } from "../../parts/Rest";
import { to } from "../../router";
import type { Resource, Pages } from "../../state/resource";
import { above, type Branch, found, treeOf } from "./tree";
import { t } from "../../words";

/** The folders that are open, as long as the tab is. */
const open = signal<ReadonlySet<string>>(new Set());

function toggle(path: string, shown: boolean): void {
  const next = new Set(open.peek());
  if (shown) next.add(path);
  else next.delete(path);
  open.value = next;
}

/** From how many on a filter helps. */
const many = 8;

export function Tree({ pages, current, adding }: { pages: Resource<Pages<PageInfo>>; current: string | null; adding: boolean }) {
  const known = pages.data.value;
  const [words, setWords] = useState("");
  const tree = useMemo(() => treeOf(known?.items ?? []), [known?.items]);
  useEffect(() => { // the way to the page that is shown
    if (current) open.value = new Set([...open.peek(), ...above(current)]);
  }, [current]);
  const matches = words.trim() && known ? found(known.items, words) : null;
  const writable = current === null && !adding;

  return (
    <section class="split-list" aria-label={t("wiki.pages")}>
      <div class="list-head">
        {known && known.items.length > many
          ? <Field label={t("wiki.filterPages")} quiet type="search" value={words} onInput={setWords} placeholder={t("wiki.filterNPages", { n: known.items.length })} />
          : <p class="meta">{known && known.items.length > 0 && (t("wiki.nPages", { n: known.items.length }))}</p>}
        <ButtonLink icon="plus" iconOnly kind="bare" href={to("wiki", null, { new: "1" })}>{t("wiki.newPage")}</ButtonLink>
      </div>
      {known && <OfflineNote of={pages} />}
      {!known && pages.error.value && <Problem why={pages.error.value} retry={() => void pages.refetch()} />}
      {!known && pages.loading.value && <Skeleton rows={6} />}
      {matches ? (
        matches.length > 0
          ? <ul class="tree" aria-label={t("common.pagesThatFit")}>{matches.map(({ path, title }) => <li key={path}><div class="twig"><span class="twig-mark"><Icon name="page" small /></span><a href={to("page", { path })} aria-current={path === current ? "page" : undefined}><span dir="auto">{title}</span><span class="meta">{path}</span></a></div></li>)}</ul>
          : <p class="faint">{t("wiki.noPageHasTheseWords")}</p>
      ) : tree.length > 0 && <nav aria-label={t("wiki.pages")}><Branches of={tree} current={current} /></nav>}
      {known && known.items.length === 0 && (
        <Empty title={t("wiki.noPagesYet")} action={writable && <ButtonLink kind="ink" icon="plus" href={to("wiki", null, { new: "1" })}>{t("wiki.writeTheFirstPage")}</ButtonLink>}>{t("wiki.forWhatIsLookedUp")}</Empty>
      )}
    </section>
  );
}

function Branches({ of, current }: { of: readonly Branch[]; current: string | null }) {
  return <ul class="tree">{of.map((branch) => <One key={branch.path} branch={branch} current={current} />)}</ul>;
}

function One({ branch: { path, name, page, below, count }, current }: { branch: Branch; current: string | null }) {
  const shown = open.value.has(path);
  const folder = below.length > 0;
  return (
    <li>
      <div class="twig">
        {folder
          ? <button type="button" class="twig-mark" aria-expanded={shown} aria-label={t("wiki.pagesInName", { name })} onClick={() => toggle(path, !shown)}><Icon name="chevron" small /></button>
          : <span class="twig-mark"><Icon name="page" small /></span>}
        {page
          ? <a href={to("page", { path })} aria-current={path === current ? "page" : undefined}><span dir="auto">{name}</span></a>
          : <button type="button" class="twig-name" aria-hidden="true" tabIndex={-1} onClick={() => toggle(path, !shown)}>{name}</button>}
        {folder && <span class="count" aria-hidden="true">{count - (page ? 1 : 0)}</span>}
      </div>
      {folder && shown && <Branches of={below} current={current} />}
    </li>
  );
}
