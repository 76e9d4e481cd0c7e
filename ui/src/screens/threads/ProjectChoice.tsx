import type { Editing } from "../../parts/Fact";
import { Select } from "../../parts/Field";
import { choicesOf, projectTitle, useProjects } from "../../state/projects";
import { t } from "../../words";

/** The projects a thread may be in, and the one it is in. */
export default function ProjectChoice({ value, set, wrong }: Editing<string>) {
  const known = useProjects().data.value ?? [];
  const options = choicesOf(known.filter(({ archived_at: archived, slug }) => !archived || slug === value));
  return <Select label={t("common.project")} quiet autoFocus value={value} onInput={set} error={wrong} options={options.some((one) => one.value === value) ? options : [{ value, label: projectTitle(value) }, ...options]} />;
}
