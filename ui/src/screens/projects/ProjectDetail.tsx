// One project: how far it is, its progress file, what is going on in it, what is known of it.
import { useEffect, useState } from "preact/hooks";
import { api } from "../../api/client";
import type { Project } from "../../api/types";
import { Button, ButtonLink } from "../../parts/Button";
import { Field, TextArea } from "../../parts/Field";
import { Icon } from "../../parts/Icon";
import { Menu } from "../../parts/Menu";
import { tasksIn } from "../../parts/prose";
import { Empty, Loaded, Problem, Together } from "../../parts/Rest";
import { Facts, Row, Rows } from "../../parts/Row";
import { markOf, StatusMark } from "../../parts/StatusMark";
import { Time } from "../../parts/Time";
import { go, to, usePage } from "../../router";
import { change } from "../../state/change";
import { useKept } from "../../state/kept";
import { type Resource, usePages, useResource } from "../../state/resource";
import { Editor, Version } from "../documents/deferred";
import { draftOf, moveDrafts } from "../documents/drafts";
import { Reader, Unsaved } from "../documents/Reader";
import { keyOf, placeOf, useText } from "../documents/source";
import { Versions } from "../documents/Versions";
import { usePageList } from "../documents/pages";
import { ProjectFacts, changeProject } from "./ProjectFacts";
import { countsOf, firstText } from "./words";

export function ProjectDetail({ slug, query }: { slug: string; query: URLSearchParams }) {
  const project = useResource("/api/projects/{slug}", { path: { slug } }, { on: ["projects", "threads"] });
  useAround(slug);
  const known = project.data.value;
  usePage({ title: known?.title ?? null, heading: "Projects" });
  useEffect(() => { // an earlier name leads here too
    if (!known || known.slug === slug) return;
    moveDrafts(`projects/${slug}`, `projects/${known.slug}`);
    go(to("project", { slug: known.slug }) + location.search, { replace: true });
  }, [known?.slug]);
  const left = draftOf(keyOf({ project: slug }));
  if (!known && left && project.error.value?.status === 404) {
    return <div class="stack"><Problem why={project.error.value} /><TextArea label="What you wrote here, not saved" mono readOnly value={left.text} onInput={() => {}} /></div>;
  }
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
        source={source} name={project.title} now={file} exists initial={firstText(project.title)} pages={pages}
        onClose={() => go(placeOf(source))}
      />
    );
  }
  return (
    <Together of={around}>
      <div class="doc-frame">
        <div class="doc-columns">
          {rev ? <Version source={source} name={project.title} rev={rev} now={file} comparing={query.has("compare")} /> : (
            <article class="doc">
              <Head project={project} of={of} html={text?.html ?? ""} written={Boolean(text && text.rev > 0)} />
              <Unsaved source={source} />
              <Loaded of={file}>
                {(data) => (data.rev === 0 && !data.markdown
                  ? <Empty title="No progress file yet" action={<ButtonLink kind="ink" icon="edit" href={placeOf(source, { edit: "1" })}>Write it</ButtonLink>}>What this project is to become, its steps, and what was decided. Agents read it first and add to its log.</Empty>
                  : data.markdown.trim() ? <Reader source={source} name={project.title} now={file} text={data} /> : <p class="faint">The progress file is empty.</p>)}
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
  const { slug, title, description, pinned, archived_at: archived, counts, progress: { percent } } = project;
  const { total, done } = tasksIn(html);
  const facts = countsOf(counts);
  const remove = async () => {
    go(to("projects"), { replace: true });
    const answer = await change({
      send: () => api.delete("/api/projects/{slug}", { path: { slug } }),
      said: `Deleted: ${title}, with its threads and reminders`,
      failed: "The project is not deleted.",
    });
    if (!answer) go(to("project", { slug }));
  };
  return (
    <header class="doc-head">
      <div class="line">
        <h2 class="doc-title grow" dir="auto">{title}</h2>
        {written && <ButtonLink icon="edit" href={placeOf({ project: slug }, { edit: "1" })}>Edit</ButtonLink>}
        <Menu label="More for this project" items={[
          { label: pinned ? "Unpin" : "Pin to the top", icon: "pin", run: () => void changeProject(of, { pinned: !pinned }, { said: pinned ? "Unpinned." : "Pinned." }) },
          { label: archived ? "Bring back" : "Archive", icon: "later", run: () => void changeProject(of, { archived: !archived }, { said: archived ? `Back: ${title}` : `Archived: ${title}` }) },
          { label: "Delete", icon: "trash", danger: true, run: () => void remove() },
        ]} />
      </div>
      {description && <p class="lead" dir="auto">{description}</p>}
      {percent !== null && (
        <div class="stack tight">
          <progress max={100} value={percent} aria-label="Tasks done" />
          <p class="line meta"><span class="grow">{total > 0 ? `${done} of ${total} ${total === 1 ? "task" : "tasks"} done` : "Tasks done"}</span><span>{percent} %</span></p>
        </div>
      )}
      <Facts of={[
        ...facts.map(({ status, words }) => <a key={status} href={to("threads", null, { project: slug, view: status === "open" ? null : status })}>{words}</a>),
        facts.length === 0 && "No threads yet",
        archived && <>archived <Time at={archived} words /></>,
        pinned && "pinned",
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
  if (!url) return <p class="meta faint">No forge is set up: this project lives on the hub alone.</p>;
  if (conflicts.some(({ path }) => path === file)) return <p class="meta">The forge has another text: {pane("decide between the two")}.</p>;
  if (back) return <p class="meta">Not pushed to the forge: line {back.line} looks like a credential ({back.kind}).</p>;
  if (sync === "off") return <p class="meta faint">In the forge as <span class="mono">{file}</span>; {pane("sync is off")}.</p>;
  if (last?.state === "failed") return <p class="meta">The {pane("last sync with the forge")} failed <Time at={last.ended_at} words />.</p>;
  return <p class="meta faint">In the forge as <span class="mono">{file}</span>{last ? <>, in step <Time at={last.ended_at} words /></> : "; the first sync is still to come"}.</p>;
}

/** How many threads, and past sessions, show beside a project. */
const shown = 6;

const useThreadsOf = (slug: string) => usePages("/api/threads", { query: { project: slug, status: ["open", "blocked"], limit: shown } }, { on: ["threads", "settings"] });

function ProjectThreads({ slug }: { slug: string }) {
  const known = useThreadsOf(slug).data.value;
  if (!known) return null;
  return (
    <section class="aside-part" aria-label="Threads">
      <h3 class="section">Threads</h3>
      {known.items.length === 0 ? <p class="faint">Nothing is open here.</p> : (
        <Rows label="Open threads of this project">
          {known.items.map((thread) => <Row key={thread.id} href={to("thread", { id: thread.id }, { project: slug })} mark={<StatusMark mark={markOf(thread)} />} title={thread.summary} when={<Time at={thread.last_activity_at} />} />)}
        </Rows>
      )}
      {known.total > known.items.length && <p><a class="more-link" href={to("threads", null, { project: slug })}>All {known.total} open threads</a></p>}
    </section>
  );
}

/** What agents did here, as the indexer tells it; nothing while it has told nothing. */
function ProjectSessions({ slug }: { slug: string }) {
  const list = usePages("/api/sessions", { query: { project: slug, limit: shown } }, { on: ["sessions", "projects"] });
  const known = list.data.value;
  if (!known || known.items.length === 0) return null;
  return (
    <section class="aside-part" aria-label="Past sessions">
      <h3 class="section">Past sessions</h3>
      <Rows label="Past sessions of this project">
        {known.items.map(({ id, title, tool, open_items: open, ended_at: ended, started_at: began }) => (
          <Row
            key={id} href={to("search", null, { session: id })} mark={<Icon name="agent" small />} title={title}
            when={(ended ?? began) && <Time at={(ended ?? began)!} />} facts={[tool, open.length > 0 && `${open.length} left open`]}
          />
        ))}
      </Rows>
      {known.next && <Button kind="bare" onClick={() => void list.more()}>Show more of {known.total}</Button>}
    </section>
  );
}

function LogEntry({ project: { slug }, done }: { project: Project; done: () => void }) {
  const [entry, setEntry] = useKept(`log of ${slug}`, "");
  const [wrong, setWrong] = useState("");
  const [busy, setBusy] = useState(false);
  const add = async () => {
    if (!entry.trim()) return setWrong("Write what happened first.");
    setBusy(true);
    setWrong("");
    const answer = await change({
      send: () => api.post("/api/projects/{slug}/progress/log", { path: { slug }, body: { entry: entry.trim() } }),
      said: "Added to the log.",
      refused: (why) => setWrong(why.of("entry") || why.sentence),
    });
    setBusy(false);
    if (!answer) return;
    setEntry("");
    done();
  };
  return (
    <form class="log-entry" onSubmit={(e) => { e.preventDefault(); void add(); }}>
      <Field label="Add to the log" value={entry} error={wrong} placeholder="A decision, a blocker, a result" onInput={setEntry} />
      <Button type="submit" busy={busy}>Add</Button>
    </form>
  );
}
