// One project: how far it is, its progress file, what is going on in it, what is known of it.
import { useEffect, useState } from "preact/hooks";
import { add, api } from "../../api/client";
import type { Project } from "../../api/types";
import { Button, ButtonLink } from "../../parts/Button";
import { extra } from "../../parts/deferred";
import { Field, TextArea } from "../../parts/Field";
import { Icon } from "../../parts/Icon";
import { Menu } from "../../parts/Menu";
import { tasksIn } from "../../parts/prose";
import { Empty, Loaded, Problem, Together } from "../../parts/Rest";
import { Facts, Row, Rows } from "../../parts/Row";
import { markOf, StatusMark } from "../../parts/StatusMark";
import { Time } from "../../parts/Time";
import { go, route, to, useArrived, usePage } from "../../router";
import { change } from "../../state/change";
import { useKept } from "../../state/kept";
import { titleOf } from "../../state/projects";
import { type Resource, usePages, useResource } from "../../state/resource";
import { Editor, Version } from "../documents/deferred";
import { draftOf, moveDrafts } from "../documents/drafts";
import { Reader, Unsaved } from "../documents/Reader";
import { keyOf, placeOf, useText } from "../documents/source";
import { Versions } from "../documents/Versions";
import { usePageList } from "../documents/pages";
import { changeProject } from "./change";
import { ProjectFacts } from "./ProjectFacts";
import { countsOf, firstText } from "./words";
import { t } from "../../words";
import { rich } from "../../words/rich";

const Absent = extra(() => import("../../parts/Absent"));

export function ProjectDetail({ slug, query }: { slug: string; query: URLSearchParams }) {
  const project = useResource("/api/projects/{slug}", { path: { slug } }, { on: ["projects", "threads"] });
  useAround(slug);
  const known = project.data.value;
  usePage({ title: known?.title ?? null, heading: t("common.projects") });
  useEffect(() => { // an earlier name leads here too
    if (!known || known.slug === slug) return;
    moveDrafts(`projects/${slug}`, `projects/${known.slug}`);
    go(to("project", { slug: known.slug }) + location.search, { replace: true });
  }, [known?.slug]);
  const left = draftOf(keyOf({ project: slug }));
  if (!known && left && project.error.value?.status === 404) {
    return <div class="stack"><Problem why={project.error.value} /><TextArea label={t("projects.whatYouWroteHereNot")} mono readOnly value={left.text} onInput={() => {}} /></div>;
  }
  if (project.error.value?.status === 404) return <Absent subject={"hub://projects/" + slug} on={["projects"]} why={project.error.value} />;
  return <Loaded of={project}>{(data) => <Detail key={data.slug} project={data} of={project} query={query} />}</Loaded>;
}

/** What shows with a project; asked for at once, not only when the project is known. What stands
 * at the very end is not waited for. */
const useAround = (slug: string) => [useText({ project: slug }), useForge(slug), useThreadsOf(slug)];

function Detail({ project, of, query }: { project: Project; of: Resource<Project>; query: URLSearchParams }) {
  const source = { project: project.slug };
  const file = useText(source);
  const writing = query.has("edit");
  const pages = usePageList(writing);
  const text = file.data.value;
  const rev = Number(query.get("rev")) || null;
  const around = useAround(project.slug);

  if (writing && (text || draftOf(keyOf(source)))) {
    return (
      <Editor
        source={source} name={titleOf(project)} now={file} exists initial={firstText(titleOf(project))} pages={pages}
        onClose={(_, from) => go(placeOf(source), { from })}
      />
    );
  }
  return (
    <Together of={around}>
      <div class="doc-frame">
        <div class="doc-columns">
          {rev ? <Version source={source} name={titleOf(project)} rev={rev} now={file} comparing={query.has("compare")} /> : (
            <article class="doc">
              <Head project={project} of={of} html={text?.html ?? ""} written={Boolean(text && text.rev > 0)} />
              <Unsaved source={source} />
              <Loaded of={file}>
                {(data) => (data.rev === 0 && !data.markdown
                  ? <Empty title={t("projects.noProgressFileYet")} action={<ButtonLink kind="ink" icon="edit" href={placeOf(source, { edit: "1" })}>{t("projects.writeIt")}</ButtonLink>}>{t("projects.whatThisProjectIsTo")}</Empty>
                  : data.markdown.trim() ? <Reader source={source} name={titleOf(project)} now={file} text={data} /> : <p class="faint">{t("projects.theProgressFileIsEmpty")}</p>)}
              </Loaded>
              {text && text.rev > 0 && <LogEntry project={project} done={() => void file.refetch()} />}
            </article>
          )}
          <div class="doc-aside">
            <ProjectThreads slug={project.slug} />
            <ProjectSessions slug={project.slug} />
            <ProjectFacts project={project} of={of} />
            <Versions source={source} current={rev} />
          </div>
        </div>
      </div>
    </Together>
  );
}

function Head({ project, of, html, written }: { project: Project; of: Resource<Project>; html: string; written: boolean }) {
  const { slug, description, pinned, archived_at: archived, counts, progress: { percent } } = project;
  const heading = useArrived<HTMLHeadingElement>();
  const title = titleOf(project);
  const { total, done } = tasksIn(html);
  const facts = countsOf(counts);
  const remove = async () => {
    go(to("projects"), { replace: true });
    const from = route.peek();
    const answer = await change({
      send: () => api.delete("/api/projects/{slug}", { path: { slug } }),
      said: t("projects.deletedTitleWithItsThreads", { title }),
      failed: t("projects.theProjectIsNotDeleted"),
    });
    if (!answer) go(to("project", { slug }), { from });
  };
  return (
    <header class="doc-head">
      <div class="line">
        <h2 class="doc-title grow" dir="auto" tabIndex={-1} ref={heading}>{title}</h2>
        {written && <ButtonLink icon="edit" href={placeOf({ project: slug }, { edit: "1" })}>{t("common.edit")}</ButtonLink>}
        <Menu label={t("projects.moreForThisProject")} items={[
          { label: pinned ? t("projects.unpin") : t("projects.pinToTheTop"), icon: "pin", run: () => void changeProject(of, { pinned: !pinned }, { said: pinned ? t("projects.unpinned") : t("projects.pinned") }) },
          { label: archived ? t("projects.bringBack") : t("projects.archive"), icon: "later", run: () => void changeProject(of, { archived: !archived }, { said: archived ? t("projects.backTitle", { title }) : t("projects.archivedTitle", { title }) }) },
          { label: t("common.delete"), icon: "trash", danger: true, run: () => void remove() },
        ]} />
      </div>
      {description && <p class="lead" dir="auto">{description}</p>}
      {percent !== null && (
        <div class="stack tight">
          <progress max={100} value={percent} aria-label={t("projects.tasksDone")} />
          <p class="line meta"><span class="grow">{total > 0 ? t("projects.tasks", { done, n: total }) : t("projects.tasksDone")}</span><span>{percent} %</span></p>
        </div>
      )}
      <Facts of={[
        ...facts.map(({ status, words }) => <a key={status} href={to("threads", null, { project: slug, view: status === "open" ? null : status })}>{words}</a>),
        facts.length === 0 && t("projects.noThreadsYet"),
        archived && rich("projects.archivedAt", { time: <Time at={archived} words /> }),
        pinned && t("projects.pinned2"),
      ].filter(Boolean)} />
      <ForgeState of={project} />
    </header>
  );
}

const useForge = (slug: string) => useResource("/api/forge", {}, { on: ["settings", `projects/${slug}`] });

/** Whether this project's file is in step with the forge. */
function ForgeState({ of: { slug, forge_path: own } }: { of: Project }) {
  const forge = useForge(slug).data.value;
  if (!forge) return null;
  const { url, path: folder, sync, conflicts, held, last_sync: last } = forge;
  const file = own ?? [folder, "projects", slug, "PROGRESS.md"].filter(Boolean).join("/");
  const back = held.find(({ path }) => path === file);
  const pane = (words: string) => <a href={to("pane", { pane: "forge" })}>{words}</a>;
  if (!url) return <p class="meta faint">{t("projects.noForgeIsSetUp")}</p>;
  if (conflicts.some(({ path }) => path === file)) return <p class="meta">{rich("projects.forgeDiffers", { a: pane })}</p>;
  if (back) return <p class="meta">{t("projects.forgeHeld", { line: back.line, kind: back.kind })}</p>;
  if (sync === "off") return <p class="meta faint">{rich("projects.forgeOff", { file: <span class="mono">{file}</span>, a: pane })}</p>;
  if (last?.state === "failed") return <p class="meta">{rich("projects.forgeFailed", { a: pane, time: <Time at={last.ended_at} words /> })}</p>;
  return <p class="meta faint">{rich(last ? "projects.forgeSynced" : "projects.forgeFirst", { file: <span class="mono">{file}</span>, time: last && <Time at={last.ended_at} words /> })}</p>;
}

/** How many threads, and past sessions, show beside a project. */
const shown = 6;

const useThreadsOf = (slug: string) => usePages("/api/threads", { query: { project: slug, status: ["open", "blocked"], limit: shown } }, { on: ["threads", "settings"] });

function ProjectThreads({ slug }: { slug: string }) {
  const known = useThreadsOf(slug).data.value;
  if (!known) return null;
  return (
    <section class="aside-part" aria-label={t("common.threads")}>
      <h3 class="section">{t("common.threads")}</h3>
      {known.items.length === 0 ? <p class="faint">{t("projects.nothingIsOpenHere")}</p> : (
        <Rows label={t("projects.openThreadsOfThisProject")}>
          {known.items.map((thread) => <Row key={thread.id} href={to("thread", { id: thread.id }, { project: slug })} mark={<StatusMark mark={markOf(thread)} />} title={thread.summary} when={<Time at={thread.last_activity_at} />} />)}
        </Rows>
      )}
      {known.total > known.items.length && <p><a class="more-link" href={to("threads", null, { project: slug })}>{t("projects.allOpen", { n: known.total })}</a></p>}
    </section>
  );
}

/** What agents did here, as the indexer tells it; nothing while it has told nothing. */
function ProjectSessions({ slug }: { slug: string }) {
  const list = usePages("/api/sessions", { query: { project: slug, limit: shown } }, { on: ["sessions", "projects"] });
  const known = list.data.value;
  if (!known || known.items.length === 0) return null;
  return (
    <section class="aside-part" aria-label={t("common.pastSessions")}>
      <h3 class="section">{t("common.pastSessions")}</h3>
      <Rows label={t("projects.pastSessionsOfThisProject")}>
        {known.items.map(({ id, title, tool, open_items: open, ended_at: ended, started_at: began }) => (
          <Row
            key={id} href={to("search", null, { session: id })} mark={<Icon name="agent" small />} title={title}
            when={(ended ?? began) && <Time at={(ended ?? began)!} />} facts={[tool, open.length > 0 && t("projects.nLeftOpen", { n: open.length })]}
          />
        ))}
      </Rows>
      {known.next && <Button kind="bare" onClick={() => void list.more()}>{t("common.showMoreOf", { n: known.total })}</Button>}
    </section>
  );
}

function LogEntry({ project: { slug }, done }: { project: Project; done: () => void }) {
  const [entry, setEntry] = useKept(`projects/${slug}/log`, "");
  const [wrong, setWrong] = useState("");
  const [busy, setBusy] = useState(false);
  const save = async () => {
    if (!entry.trim()) return setWrong(t("projects.writeWhatHappenedFirst"));
    setBusy(true);
    setWrong("");
    const answer = await change({
      send: () => add("/api/projects/{slug}/progress/log", { path: { slug }, body: { entry: entry.trim() } }),
      said: t("projects.addedToTheLog"),
      refused: (why) => setWrong(why.of("entry") || why.sentence),
    });
    setBusy(false);
    if (!answer) return;
    setEntry((now) => now === entry ? "" : now); // the next one may be there already
    done();
  };
  return (
    <form class="log-entry" onSubmit={(e) => { e.preventDefault(); void save(); }}>
      <Field label={t("projects.addToTheLog")} value={entry} error={wrong} placeholder={t("projects.aDecisionABlockerA")} onInput={setEntry} />
      <Button type="submit" busy={busy}>{t("projects.add")}</Button>
    </form>
  );
}
