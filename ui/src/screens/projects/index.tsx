// Projects: the list, and the one project.
import { deferred, extra } from "../../parts/deferred";
import { Split } from "../../parts/Split";
import type { ScreenProps } from "../../places";
import { go, to } from "../../router";
import { ProjectDetail } from "./ProjectDetail";
import { ProjectList } from "./ProjectList";
import { useAllProjects } from "./list";
import { inOrder } from "./words";
import { t } from "../../words";
import "../documents/documents.css";

const Landing = extra(() => import("./Landing"));
const NewProject = deferred(() => import("./NewProject"));

export default function Projects({ params: { slug }, query }: ScreenProps) {
  const list = useAllProjects();
  const adding = !slug && query.has("new");
  const writing = Boolean(slug) && query.has("edit");
  return (
    <Split kind={writing ? "projects writing" : "projects"} label={adding ? t("projects.newProject") : t("common.project")} back={!writing && slug && to("projects")} hint={<Landing list={list} projects={inOrder((list.data.value?.items ?? []).filter(({ archived_at: archived }) => !archived))} />} list={<ProjectList query={query} current={slug ?? null} />}>
      {slug ? <ProjectDetail key={slug} slug={slug} query={query} /> : adding && <NewProject onMissing={() => go(to("projects"))} onAgain={() => go(to("projects", null, { new: "1" }))} />}
    </Split>
  );
}
