// The tools whose files the hub reads, as they call themselves.
import type { ImportPlan } from "../../../api/types";

const names: Record<ImportPlan["source"], string> = {
  "adhd-hub": "adhd-hub", beads: "beads", backlog: "Backlog.md", "task-master": "Task Master", vikunja: "Vikunja", todoist: "Todoist", markdown: "Markdown",
};

/** Of all of them. */
export const tools = Object.entries(names).map(([value, label]) => ({ value, label }));

/** What a tool is called. */
export const toolName = (source: ImportPlan["source"]): string => names[source];
