// One thread as it is shown.
import type { Thread } from "../api/types";
import { editItems, type Edit, resource, useResource } from "./resource";
import { untilTime } from "./time";
import { t } from "../words";

const follow = (id: string) => ({ on: ["threads/" + id, "settings"] });

/** Shows one thread in a component. */
export const useThread = (id: string) => useResource("/api/threads/{id}", { path: { id } }, follow(id));

/** One thread, for code outside of components. */
export const threadResource = (id: string) => resource("/api/threads/{id}", { path: { id } }, follow(id));

/** Whether work on it is still to come. */
export const isActive = ({ status }: Pick<Thread, "status">): boolean => status === "open" || status === "blocked";

/** Shows a change of a thread wherever it stands. */
export const showThread = (id: string, changes: Partial<Thread>): Edit[] => {
  const apply = (was: Thread): Thread => ({ ...was, ...changes });
  return [threadResource(id).edit(apply), ...editItems("/api/threads", (one) => (one.id === id ? apply(one) : one))];
};

/** A title inside a message. */
export const quoted = ({ summary }: Pick<Thread, "summary">) => t("common.quoted", { text: summary.length > 60 ? summary.slice(0, 59).trimEnd() + "…" : summary });

/** Until when it is put off, in words; "" when it is not. */
export const putOffUntil = ({ snoozed_until: until }: Pick<Thread, "snoozed_until">): string => (until && Date.parse(until) > Date.now() ? untilTime(until) : "");
