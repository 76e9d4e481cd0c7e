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

/** Where a thread may go: "" is the inbox. The hub knows that by its first slug, whatever its owner calls it by now. */
export const placesOf = (projects: readonly Project[]) => {
  const inbox = projects.find(({ slug, aliases }) => [slug, ...aliases].includes("inbox"));
  return [{ value: "", label: inbox ? titleOf(inbox) : t("shell.inbox") }, ...choicesOf(projects.filter((one) => one !== inbox))];
};

/** Projects to choose from. */
export const choicesOf = (projects: readonly Project[]) => projects.map((project) => ({ value: project.slug, label: titleOf(project) }));
