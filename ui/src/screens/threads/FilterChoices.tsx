import type { Thread } from "../../api/types";
import { Select } from "../../parts/Field";
import { setQuery } from "../../router";
import { choicesOf, useProjects } from "../../state/projects";
import { useResource } from "../../state/resource";
import { t } from "../../words";

interface ChoicesProps {
  project: string;
  tool: string;
  /** The threads in sight: their tools can be chosen. */
  seen: readonly Thread[];
}

/** Which project, and which tool. */
export default function FilterChoices({ project, tool, seen }: ChoicesProps) {
  const projects = useProjects();
  const clients = useResource("/api/clients", {}, { on: [] });
  const tools = [...new Set([...(clients.data.value ?? []).map(({ name }) => name), ...seen.map(({ source_tool: from }) => from ?? ""), tool].filter(Boolean))].sort();
  return (
    <div class="filter-choices">
      <Select label={t("common.project")} value={project} onInput={(slug) => setQuery({ project: slug })} options={[{ value: "", label: t("threads.any") }, ...choicesOf(projects.data.value ?? [])]} />
      <Select label={t("threads.tool")} value={tool} onInput={(name) => setQuery({ tool: name })} options={[{ value: "", label: t("threads.any") }, ...tools.map((name) => ({ value: name, label: name }))]} />
    </div>
  );
}
