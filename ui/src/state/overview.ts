// The numbers beside the places.
import { computed } from "@preact/signals";
import type { PlaceName } from "../places";
import { local } from "../router";
import { resource, useResource } from "./resource";

/** The whole hub in numbers; it follows every change. */
export const overview = () => resource("/api/overview", {});

/** The same for a screen that is about them: it asks at once. */
export const useOverview = () => useResource("/api/overview", {});

/** How many are behind a place, where a number helps. */
export const counts = computed<Partial<Record<PlaceName, number>>>(() => {
  const known = overview().data.value;
  if (!known) return {};
  return {
    threads: (known.threads.open ?? 0) + (known.threads.blocked ?? 0),
    projects: known.projects.active,
    reminders: known.reminders.due,
    approvals: known.approvals,
  };
});

/** What the owner set up and fails; empty while all is well. */
export const problems = computed(() => overview().data.value?.problems ?? []);

/** Whether the data is made up. */
export const isDemo = computed(() => overview().data.value?.demo ?? false);

/** Whether one of them is mended at an address, or below it. */
export const fails = (href: string): boolean => problems.value.some(({ url }) => `${local(url)}/`.startsWith(`${href}/`));

/** Keeps the numbers true as long as the frame is there. */
export const follow = (): (() => void) => overview().use();
