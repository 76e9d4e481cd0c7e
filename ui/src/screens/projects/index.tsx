// Projects: the list, and the one project.
import { deferred } from "../../parts/deferred";
import { Split } from "../../parts/Split";
import type { ScreenProps } from "../../places";
import { go, to } from "../../router";
import { ProjectDetail } from "./ProjectDetail";
import { ProjectList } from "./ProjectList";
import { t } from "../../words";
import "../documents/documents.css";

const NewProject = deferred(() => import("./NewProject"));

export default function Projects({ params: { slug }, query }: ScreenProps) {
  const adding = !slug && query.has("new");
  const writing = Boolean(slug) && query.has("edit");
  return (
    <Split kind={writing ? "projects writing" : "projects"} label={adding ? t("projects.newProject") : t("common.project")} hint={t("projects.chooseAProjectToSee")} list={<ProjectList query={query} current={slug ?? null} />}>
      {slug ? <ProjectDetail key={slug} slug={slug} query={query} /> : adding && <NewProject onMissing={() => go(to("projects"))} onAgain={() => go(to("projects", null, { new: "1" }))} />}
    </Split>
  );
}
