// What a hub:// URI names, and where the dashboard shows it.
import { to } from "./router";

/** The address of a subject; null when it has no place of its own. */
export function placeOf(uri: string): string | null {
  const [, kind = "", rest = ""] = /^hub:\/\/(\w+)\/(.*)$/.exec(uri) ?? [];
  if (!rest) return null;
  switch (kind) {
    case "threads": return to("thread", { id: rest });
    case "projects": return to("project", { slug: rest.replace(/\/progress$/, "") });
    case "wiki": return to("page", { path: rest });
    case "reminders": return to("reminder", { id: rest });
    case "sessions": return to("search", null, { session: rest });
    case "approvals": return to("approvals");
    default: return null;
  }
}
