import type { Refusal } from "../api/refusal";
import { useResource } from "../state/resource";
import { Time } from "./Time";
import { Sentence } from "./TimelineWords";
import { t } from "../words";

/** How many of what stands in the way are named. */
const most = 5;

/** Why an undo was refused, and what has to be undone first. */
export default function InTheWay({ why }: { why: Refusal }) {
  const blocking = why.problem.blocking ?? [];
  return (
    <div class="in-the-way" role="alert">
      <p>{why.sentence}</p>
      {blocking.length > 0 && (
        <ul>
          {blocking.slice(0, most).map(({ id }) => <Blocking key={id} id={id} />)}
          {blocking.length > most && <li>{t("common.andMore", { n: blocking.length - most })}</li>}
        </ul>
      )}
    </div>
  );
}

function Blocking({ id }: { id: string }) {
  const event = useResource("/api/events/{id}", { path: { id } }, { on: [] }).data.value;
  return <li>{event && <><Sentence event={event} /><Time at={event.at} words /></>}</li>;
}
