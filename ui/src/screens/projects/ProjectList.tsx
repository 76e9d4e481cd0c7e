import { useState } from "preact/hooks";
import type { Project } from "../../api/types";
import { ButtonLink } from "../../parts/Button";
import { Field } from "../../parts/Field";
import { Icon } from "../../parts/Icon";
import { Empty, OfflineNote, Problem, Skeleton } from "../../parts/Rest";
import { Facts, Rows } from "../../parts/Row";
import { Tabs } from "../../parts/Tabs";
import { to } from "../../router";
import { usePages } from "../../state/resource";
import { countsOf, inOrder } from "./words";
import { SampleOffer } from "../../welcome/SampleOffer";

/** From how many on a filter helps. */
const many = 8;

export function ProjectList({ query, current }: { query: URLSearchParams; current: string | null }) {
  const view = query.get("view") === "archived" ? "archived" : null;
  const list = usePages("/api/projects", { query: { archived: true, limit: 200 } }, { on: ["projects", "threads"], all: true });
  const [words, setWords] = useState("");
  const known = list.data.value;
  const all = known?.items ?? [];
  const here = inOrder(all.filter(({ archived_at: archived }) => Boolean(archived) === (view === "archived")));
  const wanted = words.trim().toLowerCase();
  const items = here.filter(({ title, slug, description }) => [title, slug, description].some((text) => text?.toLowerCase().includes(wanted)));
  const archived = all.filter(({ archived_at: at }) => at).length;

  return (
    <section class="split-list" aria-label="Projects">
      <div class="list-head">
        <Tabs label="Projects by state" tabs={[
          { href: to("projects"), label: "Active", count: known && all.length - archived, current: !view },
          { href: to("projects", null, { view: "archived" }), label: "Archived", count: known && archived, current: view === "archived" },
        ]} />
        <ButtonLink icon="plus" iconOnly kind="bare" href={to("projects", null, { new: "1" })}>Add a project</ButtonLink>
      </div>
      {here.length > many && <div class="list-filter"><Field label="Filter these projects" quiet type="search" value={words} onInput={setWords} placeholder={`Filter ${here.length} projects`} /></div>}
      {known && <OfflineNote of={list} />}
      {!known && list.error.value && <Problem why={list.error.value} retry={() => void list.refetch()} />}
      {!known && list.loading.value && <Skeleton rows={6} />}
      {items.length > 0 && <Rows label={view === "archived" ? "Archived projects" : "Projects"}>{items.map((project) => <ProjectRow key={project.slug} project={project} current={project.slug === current} view={view} />)}</Rows>}
      {known && items.length === 0 && (words
        ? <Empty title="No project fits">None of these has the words in its title or description.</Empty>
        : view === "archived"
          ? <Empty title="Nothing is archived">Projects that rest stand here. Nothing in them is lost, and they can be brought back.</Empty>
          : <Empty title="No projects yet" action={current === null && !query.has("new") && <><ButtonLink kind="ink" icon="plus" href={to("projects", null, { new: "1" })}>Add a project</ButtonLink><SampleOffer /></>}>A project gathers threads that belong together, and one text that says how far it is. Agents find it by its folder.</Empty>)}
    </section>
  );
}

function ProjectRow({ project, current, view }: { project: Project; current: boolean; view: string | null }) {
  const { slug, title, pinned, counts, progress: { percent, rev } } = project;
  const facts = [...countsOf(counts).map(({ words }) => words), rev === 0 && "no progress file"].filter(Boolean);
  return (
    <li>
      <a class="item" href={to("project", { slug }, { view })} aria-current={current ? "true" : undefined}>
        <span class="item-mark">{pinned ? <><Icon name="pin" small /><span class="unseen">Pinned: </span></> : <Icon name="projects" small />}</span>
        <span class="item-title" dir="auto">{title}</span>
        {percent !== null && <span class="item-when">{percent} %</span>}
        {percent !== null && <span class="item-line"><progress max={100} value={percent} aria-label={`${title}: ${percent} % of the tasks are done`} /></span>}
        <Facts of={facts.length > 0 ? facts : ["no threads"]} class="item-facts" />
      </a>
    </li>
  );
}
