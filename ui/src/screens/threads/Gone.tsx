import { Button } from "../../parts/Button";
import { Empty } from "../../parts/Rest";
import { Moment, Timeline } from "../../parts/Timeline";
import { go, to } from "../../router";
import { usePages } from "../../state/resource";
import { undo } from "../../state/toasts";

/** A deleted thread can be brought back from its history; an address that never was can't. */
export default function Gone({ id }: { id: string }) {
  const list = usePages("/api/threads/{id}/events", { path: { id }, query: { limit: 20 } }, { on: ["threads/" + id] });
  const end = list.data.value?.items.find(({ kind, undone, subject }) => kind === "thread.deleted" && !undone && subject === "hub://threads/" + id);
  if (!list.data.value) {
    return list.error.value && <Empty title="No such thread" action={<Button onClick={() => go(to("threads"))}>All threads</Button>}>The address may be mistyped, or the thread was deleted long ago.</Empty>;
  }
  return (
    <div class="thread">
      <Empty title="This thread was deleted" action={end && <Button kind="ink" icon="undo" onClick={() => void undo(end.id)}>Bring it back</Button>}>
        {end ? "Its history is still here, and so is the way back." : "Its history is still here."}
      </Empty>
      <Timeline label="History">{list.data.value.items.map((event) => <Moment key={event.id} event={event} within={"hub://threads/" + id} />)}</Timeline>
    </div>
  );
}
