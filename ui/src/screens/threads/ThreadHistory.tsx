import { Button } from "../../parts/Button";
import { Loaded } from "../../parts/Rest";
import { Moment, Timeline } from "../../parts/Timeline";
import { usePages } from "../../state/resource";
import { t } from "../../words";

/** Who wrote what, the newest first. */
export function ThreadHistory({ id }: { id: string }) {
  const list = usePages("/api/threads/{id}/events", { path: { id }, query: { limit: 20 } }, { on: ["threads/" + id], later: true });
  return (
    <section class="thread-history" aria-labelledby="history">
      <h3 id="history">{t("common.history")}</h3>
      <Loaded of={list}>
        {({ items, total, next }) => (
          <>
            <Timeline label={t("common.history")}>{items.map((event) => <Moment key={event.id} event={event} within={`hub://threads/${id}`} />)}</Timeline>
            {next && <Button kind="bare" onClick={() => void list.more()}>{t("threads.showOlderNLeft", { n: total - items.length })}</Button>}
          </>
        )}
      </Loaded>
    </section>
  );
}
