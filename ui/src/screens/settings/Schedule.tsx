import { extra } from "../../parts/deferred";
import { language, sentence, want } from "../../words";

/** The words are those of reminders, and come with them. */
const Words = extra(async () => {
  await want("lists");
  return import("../reminders/ScheduleWords");
});

/** When a schedule comes. The hub says it in English; other languages read the schedule themselves. */
export const Schedule = (schedule: { cron: string; said: string }) => (language() === "en" ? <>{sentence(schedule.said)}</> : <Words {...schedule} />);
