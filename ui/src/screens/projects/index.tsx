// Projects: the list, and beside it from 60 rem (in its place on a phone) the one project.
import { deferred } from "../../parts/deferred";
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
    <div class={["split", "projects", (slug || adding) && "showing-detail", writing && "writing"].filter(Boolean).join(" ")}>
      <ProjectList query={query} current={slug ?? null} />
      <section class="split-detail" aria-label={adding ? "New project" : "Project"}>
        {slug ? <ProjectDetail key={slug} slug={slug} query={query} /> : adding ? <NewProject onMissing={() => go(to("projects"))} onAgain={() => go(to("projects", null, { new: "1" }))} /> : <p class="split-hint">Choose a project to see how far it is.</p>}
      </section>
    </div>
  );
}
