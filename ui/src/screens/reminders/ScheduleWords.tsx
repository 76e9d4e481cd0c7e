import { sentence } from "../../words";
import { scheduleInWords } from "./schedule";

/** When a schedule comes; in the hub's words, which are English, where it says more than words here can. */
export default function ScheduleWords({ cron, said }: { cron: string; said: string }) {
  return <>{scheduleInWords(cron) ?? sentence(said)}</>;
}
