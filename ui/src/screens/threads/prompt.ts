import type { Thread } from "../../api/types";

/** What to tell an agent so that it takes this very thread up, over MCP. */
export function agentPrompt({ id, summary, project_slug: project, resume_step: resume, workspace_path: folder }: Pick<Thread, "id" | "summary" | "project_slug" | "resume_step" | "workspace_path">): string {
  return [
    "Go on with this thread of my Progress Hub:",
    `“${summary}”`,
    resume && `It was left at: ${resume}`,
    folder && `Folder: ${folder}`,
    "",
    "Before anything else, call start_work of the Progress Hub MCP server with",
    `- thread_id: ${id}`,
    `- project: ${project}`,
    `- intent: ${summary}`,
    "- source_tool: the name of the tool you are",
    "",
    "It gives you the goal, what was tried and where to begin. If somebody else is on it, stop and tell me.",
    "When you stop, call pause_thread with the one action to pick the work up by, or finish_thread once it is done.",
  ].filter((line) => line !== null && line !== undefined).join("\n");
}
