import type { Project } from "../../api/types";
import { type PagedResource, usePages } from "../../state/resource";

/** All projects, also archived ones. */
export const useAllProjects = (): PagedResource<Project> => usePages("/api/projects", { query: { archived: true, limit: 200 } }, { on: ["projects", "threads"], all: true });
