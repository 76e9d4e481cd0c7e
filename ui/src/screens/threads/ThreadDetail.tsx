import { extra } from "../../parts/deferred";
import { Loaded } from "../../parts/Rest";
import { usePage } from "../../router";
import { useProjects } from "../../state/projects";
import { useThread } from "../../state/thread";
import { ThreadFacts } from "./ThreadFacts";
import { ThreadHead } from "./ThreadHead";
import { ThreadHistory } from "./ThreadHistory";
import { t } from "../../words";

const Gone = extra(() => import("./Gone"));

/** The one thread: who is on it, what can be done, what it is about, what happened. */
export function ThreadDetail({ id }: { id: string }) {
  const thread = useThread(id);
  useProjects();
  usePage({ title: thread.data.value?.summary ?? null, heading: t("common.threads") });
  if (thread.error.value?.status === 404) return <Gone id={id} />;
  return (
    <Loaded of={thread}>
      {(known) => (
        <div class="thread">
          <div class="thread-main">
            <ThreadHead thread={known} />
            <ThreadFacts thread={known} />
          </div>
          <ThreadHistory id={id} />
        </div>
      )}
    </Loaded>
  );
}
