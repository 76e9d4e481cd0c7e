// One page: its text, what links here, its versions; or that nobody has written it yet.
import { useRef } from "preact/hooks";
import { api } from "../../api/client";
import type { Page, PageInfo } from "../../api/types";
import { ButtonLink } from "../../parts/Button";
import { extra } from "../../parts/deferred";
import { Icon } from "../../parts/Icon";
import { Menu } from "../../parts/Menu";
import { Loaded, Problem, Skeleton, Together } from "../../parts/Rest";
import { Row, Rows } from "../../parts/Row";
import { Time } from "../../parts/Time";
import { go, route, to, useArrived, usePage } from "../../router";
import { change } from "../../state/change";
import type { Pages, Resource } from "../../state/resource";
import { Editor, Version } from "../documents/deferred";
import { draftOf } from "../documents/drafts";
import { Reader, Unsaved } from "../documents/Reader";
import { keyOf, placeOf, useText, useVersions } from "../documents/source";
import { Versions, writerOf } from "../documents/Versions";
import { Below } from "./Below";
import { Crumbs } from "./Crumbs";
import { MovePage } from "./MovePage";
import { nameOf } from "./tree";
import { t } from "../../words";
import { rich } from "../../words/rich";

const Missing = extra(() => import("./Missing"));

export function PageDetail({ path, query, pages }: { path: string; query: URLSearchParams; pages: Resource<Pages<PageInfo>> }) {
  const known = pages.data.value?.items, list = known ?? [];
  const listed = list.find((page) => page.path === path);
  const source = { page: path };
  const draft = draftOf(keyOf(source));
  const open = useRef(""); // the page whose editor is
  const asks = Boolean(listed) || !known; // a list that is still on its way holds up nothing
  const page = useText(source, asks) as Resource<Page>;
  const versions = useVersions(source, asks);
  const text = asks ? page.data.value : undefined;
  const title = text?.title ?? listed?.title ?? query.get("title") ?? nameOf(path);
  usePage({ title, heading: t("common.wiki") });

  if (!known && !text) return pages.error.value ? <Problem why={pages.error.value} retry={() => void pages.refetch()} /> : pages.loading.value ? <Skeleton /> : null;
  const edits = query.has("edit") && (text || !listed || draft || open.current === path); // a new page that was saved is listed before it is read
  open.current = edits ? path : "";
  if (edits) {
    return (
      <Editor
        source={source} name={title} now={page} exists={Boolean(listed ?? text)} anew={query.get("edit") === "new"} initial={`# ${title}\n\n`} pages={list}
        onClose={async (saved, from) => {
          if (saved) await pages.refetch();
          go(placeOf(source), { replace: !listed && !text && !saved, from });
        }}
      />
    );
  }
  if (!listed && !text) return <Missing path={path} title={title} pages={list} />;
  if (query.has("move")) return <MovePage path={path} title={title} pages={pages} linked={text?.backlink_count ?? 0} />;
  const rev = Number(query.get("rev")) || null;
  return (
    <Together of={[pages, page, versions]}>
      <div class="doc-frame">
        <div class="doc-columns">
          {rev ? <Version source={source} name={title} rev={rev} now={page} comparing={query.has("compare")} /> : (
            <article class="doc">
              <Head path={path} title={title} of={page} pages={pages} />
              <Unsaved source={source} />
              <Loaded of={page}>
                {(data) => (data.markdown.trim() ? <Reader source={source} name={title} now={page} text={data} /> : <p class="faint">{t("wiki.nothingIsWrittenHereYet")}</p>)}
              </Loaded>
            </article>
          )}
          <div class="doc-aside">
            {text && <Backlinks page={text} />}
            <Below path={path} pages={list} />
            <Versions source={source} current={rev} />
          </div>
        </div>
      </div>
    </Together>
  );
}

function Head({ path, title, of, pages }: { path: string; title: string; of: Resource<Page>; pages: Resource<Pages<PageInfo>> }) {
  const heading = useArrived<HTMLHeadingElement>();
  const versions = useVersions({ page: path }).data.value;
  const last = versions?.items[0];
  const remove = async () => {
    const { etag: { value: ifMatch } } = of;
    go(to("wiki"), { replace: true });
    const from = route.peek();
    const answer = await change({
      show: () => [pages.edit((was) => ({ ...was, items: was.items.filter((page) => page.path !== path) }))],
      send: () => api.delete("/api/wiki/{path}", { path: { path }, ifMatch }),
      said: t("wiki.deletedTitle", { title }),
      failed: t("wiki.thePageIsNotDeleted"),
    });
    if (!answer) go(to("page", { path }), { from });
  };
  return (
    <header class="doc-head">
      <Crumbs path={path} />
      <div class="line">
        <h2 class="doc-title grow" dir="auto" tabIndex={-1} ref={heading}>{title}</h2>
        <ButtonLink icon="edit" href={to("page", { path }, { edit: "1" })}>{t("common.edit")}</ButtonLink>
        <Menu label={t("wiki.moreForThisPage")} items={[
          { label: t("wiki.moveOrRename"), icon: "sort", run: () => go(to("page", { path }, { move: "1" })) },
          { label: t("wiki.newPageInIt"), icon: "plus", run: () => go(to("wiki", null, { new: "1", in: path })) },
          { label: t("common.delete"), icon: "trash", danger: true, run: () => void remove() },
        ]} />
      </div>
      {last && <p class="meta">{rich(last.actor === "owner" ? "wiki.changedByYou" : "wiki.changedBy", { time: <Time at={last.created_at} words />, name: writerOf(last) })}, {t("wiki.nVersions", { n: versions.total })}</p>}
    </header>
  );
}

function Backlinks({ page: { backlinks, backlink_count: count } }: { page: Page }) {
  if (count === 0) return null;
  return (
    <section class="aside-part" aria-label={t("wiki.linkedFrom")}>
      <h3 class="section">{t("wiki.linkedFrom")}</h3>
      <Rows label={t("wiki.textsThatLinkHere")}>
        {backlinks.map(({ uri, title }) => {
          const [, kind, rest] = /^hub:\/\/(wiki|projects)\/(.*)$/.exec(uri) ?? [];
          return kind === "wiki"
            ? <Row key={uri} href={to("page", { path: rest! })} mark={<Icon name="page" small />} title={title} />
            : <Row key={uri} href={to("project", { slug: rest!.replace(/\/progress$/, "") })} mark={<Icon name="projects" small />} title={title} line={t("common.progressFile")} />;
        })}
      </Rows>
      {count > backlinks.length && <p class="meta">{t("common.andMore", { n: count - backlinks.length })}</p>}
    </section>
  );
}
