import { useState } from "preact/hooks";
import type { Project } from "../../api/types";
import { ButtonLink } from "../../parts/Button";
import { Field } from "../../parts/Field";
import { Icon } from "../../parts/Icon";
import { Empty, OfflineNote, Problem, Skeleton } from "../../parts/Rest";
import { Facts, Rows } from "../../parts/Row";
import { Tabs } from "../../parts/Tabs";
import { to } from "../../router";
import { titleOf } from "../../state/projects";
import { useAllProjects } from "./list";
import { countsOf, inOrder } from "./words";
import { SampleOffer } from "../../welcome/SampleOffer";
import { t } from "../../words";

/** From how many on a filter helps. */
const many = 8;

export function ProjectList({ query, current }: { query: URLSearchParams; current: string | null }) {
  const view = query.get("view") === "archived" ? "archived" : null;
  const list = useAllProjects();
  const [words, setWords] = useState("");
  const known = list.data.value;
  const all = known?.items ?? [];
  const here = inOrder(all.filter(({ archived_at: archived }) => Boolean(archived) === (view === "archived")));
  const wanted = words.trim().toLowerCase();
  const items = here.filter((one) => [titleOf(one), one.slug, one.description].some((text) => text?.toLowerCase().includes(wanted)));
  const archived = all.filter(({ archived_at: at }) => at).length;

  return (
    <section class="split-list" aria-label={t("common.projects")}>
      <div class="list-head">
        <Tabs label={t("projects.projectsByState")} tabs={[
          { href: to("projects"), label: t("projects.active"), count: known && all.length - archived, current: !view },
          { href: to("projects", null, { view: "archived" }), label: t("projects.archived"), count: known && archived, current: view === "archived" },
        ]} />
        <ButtonLink icon="plus" iconOnly kind="bare" href={to("projects", null, { new: "1" })}>{t("common.addAProject")}</ButtonLink>
      </div>
      {here.length > many && <div class="list-filter"><Field label={t("projects.filterTheseProjects")} quiet type="search" value={words} onInput={setWords} placeholder={t("projects.filterNProjects", { n: here.length })} /></div>}
      {known && <OfflineNote of={list} />}
      {!known && list.error.value && <Problem why={list.error.value} retry={() => void list.refetch()} />}
      {!known && list.loading.value && <Skeleton rows={6} />}
      {items.length > 0 && <Rows label={view === "archived" ? t("projects.archivedProjects") : t("common.projects")}>{items.map((project) => <ProjectRow key={project.slug} project={project} current={project.slug === current} view={view} />)}</Rows>}
      {known && items.length === 0 && (words
        ? <Empty title={t("projects.noProjectFits")}>{t("projects.noneOfTheseHasThe")}</Empty>
        : view === "archived"
          ? <Empty title={t("projects.nothingIsArchived")}>{t("projects.projectsThatRestStandHere")}</Empty>
          : <Empty title={t("projects.noProjectsYet")} action={current === null && !query.has("new") && <><ButtonLink kind="ink" icon="plus" href={to("projects", null, { new: "1" })}>{t("common.addAProject")}</ButtonLink><SampleOffer /></>}>{t("projects.aProjectGathersThreadsThat")}</Empty>)}
    </section>
  );
}

function ProjectRow({ project, current, view }: { project: Project; current: boolean; view: string | null }) {
  const { slug, pinned, counts, progress: { percent, rev } } = project;
  const title = titleOf(project);
  const facts = [...countsOf(counts).map(({ words }) => words), rev === 0 && t("projects.noProgressFile")].filter(Boolean);
  return (
    <li>
      <a class="item" href={to("project", { slug }, { view })} aria-current={current ? "true" : undefined}>
        <span class="item-mark">{pinned ? <><Icon name="pin" small /><span class="unseen">{t("projects.pinned2")} </span></> : <Icon name="projects" small />}</span>
        <span class="item-title" dir="auto">{title}</span>
        {percent !== null && <span class="item-when">{percent} %</span>}
        {percent !== null && <span class="item-line"><progress max={100} value={percent} aria-label={t("projects.titlePercentOfTheTasks", { title, percent })} /></span>}
        <Facts of={facts.length > 0 ? facts : [t("projects.noThreads")]} class="item-facts" />
      </a>
    </li>
  );
}
