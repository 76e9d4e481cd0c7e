import { extra } from "../../parts/deferred";
import { want } from "../../words";

/** When a schedule comes, in words. They are those of reminders, and come with them. */
export const Schedule = extra(async () => {
  await want("lists");
  return import("../reminders/ScheduleWords");
});
