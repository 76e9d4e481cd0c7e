// What a thread waits for, and what waits for it. It can start when what stands before it is finished.
import type { components } from "../../api/schema";
import type { Thread } from "../../api/types";
import { Button } from "../../parts/Button";
import { StatusMark } from "../../parts/StatusMark";
import { to } from "../../router";
import { useResource } from "../../state/resource";
import { isActive, quoted, threadResource } from "../../state/thread";
import { reopen, saveField } from "../../state/threadActs";
import { say } from "../../state/toasts";
import { t } from "../../words";

type Neighbour = components["schemas"]["Dependency"];

/** How many threads one can wait for; the hub takes no more. */
const most = 16;

/** Whether a thread can wait for one more. */
export const mayWait = (thread: Thread): boolean => isActive(thread) && thread.depends_on.length < most;

/** Saves what a thread waits for. It answers why not, or null. */
export function saveBefore(thread: Thread, change: (ids: string[]) => string[], said: string): Promise<string | null> {
  const ids = threadResource(thread.id).data.peek()?.depends_on ?? [];
  return saveField(thread, "depends_on", change(ids), ids, said);
}

export function Neighbours({ thread }: { thread: Thread }) {
  const found = useResource("/api/threads/{id}/dependencies", { path: { id: thread.id } }, { on: ["threads"] }).data.value;
  if (!found) return null;
  const { before, after } = found;
  const takeOut = async (one: Neighbour) => {
    const wrong = await saveBefore(thread, (ids) => ids.filter((id) => id !== one.id), t("threads.noLongerAfter", { title: quoted(one) }));
    if (wrong !== null) say(t("threads.itIsNotTakenOut", { wrong }), { alarm: true });
  };
  if (before.length + after.length === 0) return null;
  const held = thread.status === "blocked" && before.length > 0 && !before.some(isActive);
  return (
    <>
      <dl class="fact-list neighbours">
        {before.length > 0 && <Side label={t("threads.after")} of={before} takeOut={isActive(thread) ? (one) => void takeOut(one) : undefined} />}
        {after.length > 0 && <Side label={t("threads.then")} of={after} />}
      </dl>
      {held && (
        <div class="notice">
          <p class="grow">{t("threads.whatStoodBeforeIsFinished")}</p>
          <Button icon="undo" onClick={() => void reopen(thread)}>{t("threads.noLongerBlocked")}</Button>
        </div>
      )}
    </>
  );
}

function Side({ label, of, takeOut }: { label: string; of: readonly Neighbour[]; takeOut?: ((one: Neighbour) => void) | undefined }) {
  return (
    <div class="fact">
      <dt><span>{label}</span></dt>
      <dd>
        <ul>
          {of.map((one) => (
            <li key={one.id} class={isActive(one) ? undefined : "over"}>
              <StatusMark mark={one.status} /><a href={to("thread", { id: one.id })} dir="auto">{one.summary}</a>
              {takeOut && <Button kind="bare" icon="close" iconOnly onClick={() => takeOut(one)}>{t("threads.takeOutName", { name: one.summary })}</Button>}
            </li>
          ))}
        </ul>
      </dd>
    </div>
  );
}
