import { extra } from "../../parts/deferred";

/** The form is not part of the first load. */
export const ReminderForm = extra(() => import("./ReminderForm"));
