import { sentence } from "../../words";
import { scheduleInWords } from "./schedule";

/** When a schedule comes; as the hub says it, in English, where it says more than words here can. */
export default function ScheduleWords({ cron, said }: { cron: string; said: string }) {
  return <>{scheduleInWords(cron) ?? sentence(said)}</>;
}
