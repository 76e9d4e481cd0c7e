import { BringBack, DeletedBy } from "../../parts/Absent";
import { Button } from "../../parts/Button";
import { Empty } from "../../parts/Rest";
import { Moment, Timeline } from "../../parts/Timeline";
import { go, to } from "../../router";
import { usePages } from "../../state/resource";
import { t } from "../../words";

/** A deleted thread can be brought back from its history; an address that never was can't. */
export default function Gone({ id }: { id: string }) {
  const list = usePages("/api/threads/{id}/events", { path: { id }, query: { limit: 20 } }, { on: ["threads/" + id] });
  const end = list.data.value?.items.find(({ kind, undone, subject }) => kind === "thread.deleted" && !undone && subject === "hub://threads/" + id);
  if (!list.data.value) {
    return list.error.value && <Empty title={t("threads.noSuchThread")} action={<Button onClick={() => go(to("threads"))}>{t("threads.allThreads")}</Button>}>{t("threads.theAddressMayBeMistyped")}</Empty>;
  }
  return (
    <div class="thread">
      <Empty title={end?.title ?? t("threads.thisThreadWasDeleted")} action={end && <BringBack event={end} />}>
        {end ? <><DeletedBy event={end} /> {t("threads.itsHistoryIsStillHere")}</> : t("threads.itsHistoryIsStillHere2")}
      </Empty>
      <Timeline label={t("common.history")}>{list.data.value.items.map((event) => <Moment key={event.id} event={event} within={"hub://threads/" + id} />)}</Timeline>
    </div>
  );
}
