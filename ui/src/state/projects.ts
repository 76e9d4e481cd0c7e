import type { Project } from "../api/types";
import { resource, useResource } from "./resource";
import { t } from "../words";

const query = { query: { limit: 200 } };
const follow = { on: ["projects"] };

/** All projects, for choices and names; they are asked for `when` somebody looks. */
export const useProjects = (when = true) => useResource("/api/projects", query, { ...follow, when });

/** What a project is called. The hub names one by its slug until somebody gives it a title. */
export const titleOf = ({ slug, title }: Pick<Project, "slug" | "title">): string => (slug === "inbox" && title === slug ? t("shell.inbox") : title);

/** The same by its slug, which stands for it as long as nothing else is known. */
export const projectTitle = (slug: string): string => titleOf(resource("/api/projects", query, follow).data.value?.find((one) => one.slug === slug) ?? { slug, title: slug });

/** Projects to choose from. */
export const choicesOf = (projects: readonly Project[]) => projects.map((project) => ({ value: project.slug, label: titleOf(project) }));
