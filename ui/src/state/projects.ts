import { resource, useResource } from "./resource";

const query = { query: { limit: 200 } };
const follow = { on: ["projects"] };

/** All projects, for choices and names; they are asked for `when` somebody looks. */
export const useProjects = (when = true) => useResource("/api/projects", query, { ...follow, when });

/** What a project is called; its slug as long as that is not known. */
export const projectTitle = (slug: string): string => resource("/api/projects", query, follow).data.value?.find((one) => one.slug === slug)?.title || slug;
