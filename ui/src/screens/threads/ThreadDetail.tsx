// The one thread. It only shows what it is about; editing is still to come.
import { Loaded } from "../../parts/Rest";
import { Facts } from "../../parts/Row";
import { markOf, StatusMark } from "../../parts/StatusMark";
import { Time } from "../../parts/Time";
import { to, usePage } from "../../router";
import { projectTitle, useProjects } from "../../state/projects";
import { useResource } from "../../state/resource";
import { lineOf } from "./ThreadRow";

export function ThreadDetail({ id }: { id: string }) {
  const thread = useResource("/api/threads/{id}", { path: { id } }, { on: ["threads/" + id, "settings"] });
  useProjects();
  usePage({ title: thread.data.value?.summary ?? null, heading: "Threads" });
  return (
    <Loaded of={thread}>
      {(known) => (
        <div class="stack">
          <Facts of={[<StatusMark key="s" mark={markOf(known)} word />, <a key="p" href={to("project", { slug: known.project_slug })} dir="auto">{projectTitle(known.project_slug)}</a>, <Time key="t" at={known.last_activity_at} words />]} />
          <h2 class="thread-title" dir="auto">{known.summary}</h2>
          {lineOf(known) && <p class="thread-step" dir="auto"><span class="here">{lineOf(known)}</span></p>}
        </div>
      )}
    </Loaded>
  );
}
