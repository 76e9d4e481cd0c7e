// Projects: the list, and the one project.
import { deferred } from "../../parts/deferred";
import { Split } from "../../parts/Split";
import type { ScreenProps } from "../../places";
import { go, to } from "../../router";
import { ProjectDetail } from "./ProjectDetail";
import { ProjectList } from "./ProjectList";
import "../documents/documents.css";

const NewProject = deferred("The form", () => import("./NewProject"));

export default function Projects({ params: { slug }, query }: ScreenProps) {
  const adding = !slug && query.has("new");
  const writing = Boolean(slug) && query.has("edit");
  return (
    <Split kind={writing ? "projects writing" : "projects"} label={adding ? "New project" : "Project"} hint="Choose a project to see how far it is." list={<ProjectList query={query} current={slug ?? null} />}>
      {slug ? <ProjectDetail key={slug} slug={slug} query={query} /> : adding && <NewProject onMissing={() => go(to("projects"))} onAgain={() => go(to("projects", null, { new: "1" }))} />}
    </Split>
  );
}
