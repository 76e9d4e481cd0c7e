import { api, type Params } from "../../api/client";
import type { Project } from "../../api/types";
import { type Change, change } from "../../state/change";
import type { Resource } from "../../state/resource";
import { t } from "../../words";

export type Changes = Params<"/api/projects/{slug}", "patch">["body"];

/** Changes a project, shown at once. */
export function changeProject(of: Resource<Project>, body: Changes, words: Pick<Change<Project>, "said" | "refused">): Promise<unknown> {
  const { slug } = of.data.peek()!;
  const { archived, slug: renamed, ...rest } = body;
  return change({
    show: () => [of.edit((was) => ({
      ...was,
      ...Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, value ?? (name === "workspace_paths" ? [] : name === "title" ? was.title : null)])),
      ...(archived !== undefined && { archived_at: archived ? new Date().toISOString() : null }),
    }) as Project)],
    send: () => api.patch("/api/projects/{slug}", { path: { slug }, body }),
    failed: t("projects.theProjectIsAsIt"),
    ...words,
  });
}
