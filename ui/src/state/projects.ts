import { resource, useResource } from "./resource";

const query = { query: { limit: 200 } };
const follow = { on: ["projects"] };

/** All projects, for choices and names. */
export const useProjects = () => useResource("/api/projects", query, follow);

/** What a project is called; its slug as long as that is not known. */
export const projectTitle = (slug: string): string => resource("/api/projects", query, follow).data.value?.find((one) => one.slug === slug)?.title || slug;
