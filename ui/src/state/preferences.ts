// What the owner has chosen for all their devices. It lives on the hub, not in the browser.
import { computed, effect } from "@preact/signals";
import { api } from "../api/client";
import type { Preferences } from "../api/types";
import { tint } from "./bars";
import { change } from "./change";
import { speakAlso } from "./language";
import { resource, useResource } from "./resource";
import { say } from "./toasts";
import { t } from "../words";

const follow = { on: ["settings"] };

/** The preferences; call `follow` once somebody is signed in. */
export const preferences = () => resource("/api/preferences", {}, follow);

/** The same for a screen that is about them: it asks at once. */
export const usePreferences = () => useResource("/api/preferences", {}, follow);

/** The owner's time zone; undefined: the browser's, as long as the hub knows none. */
export const zone = computed(() => {
  const name = known.value?.timezone;
  return name && name !== "Local" ? name : undefined;
});

/** How long the focus timer runs, in minutes; 0: there is none. */
export const focusMinutes = computed(() => known.value?.focus_minutes ?? 25);

const here = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The owner's time zone, where its clock shows another time than this device. */
export const clockElsewhere = computed(() => {
  const moment = new Date();
  const clock = (timeZone: string) => moment.toLocaleString("en-GB", { timeZone });
  return zone.value && clock(zone.value) !== clock(here()) ? zone.value : null;
});

/** The time zone of this device, while nobody has chosen one and the hub's clock shows another time. */
export const otherZone = computed(() => (known.value?.sources.timezone === "default" && clockElsewhere.value ? here() : null));

/** Whether single keys are shortcuts. */
export const keysOn = computed(() => known.value?.keys ?? true);

const known = computed(() => preferences().data.value);

/** Makes the page look as the owner has chosen. */
export function wear(): () => void {
  const release = preferences().use();
  const end = effect(() => {
    const { theme = "system", text_size: size = "normal", language } = known.value ?? {};
    if (language) speakAlso(language);
    const { dataset } = document.documentElement;
    dataset.theme = theme;
    dataset.text = size;
    tint(theme);
  });
  return () => {
    release();
    end();
  };
}

type Choices = Omit<Preferences, "sources">;

/** Choices to make; null takes one back. */
type Wanted = { [K in keyof Choices]?: Choices[K] | null };

/** Changes preferences, at once; with `said` it says so, and offers to go back. */
export async function prefer(wanted: Wanted, said?: string): Promise<void> {
  const names = Object.keys(wanted) as (keyof Choices)[];
  const shown = Object.fromEntries(names.filter((name) => wanted[name] !== null).map((name) => [name, wanted[name]]));
  const was = known.peek();
  const done = await change({
    show: () => [preferences().edit((before) => ({ ...before, ...shown }))],
    send: () => api.put("/api/preferences", { body: wanted }),
    failed: t("state.theSettingIsNotSaved"),
  });
  if (!done || !said) return;
  // The history does not take settings back; the page knows what was chosen before.
  const back: Wanted | null = was ? Object.fromEntries(names.map((name) => [name, isChosen(was, name) ? was[name] : null])) : null;
  say(said, { action: back && { label: t("common.undo"), run: () => void prefer(back).then(() => say(t("common.undone"))) } });
}

const isChosen = ({ sources }: Preferences, name: keyof Choices): boolean => name === "first_steps" || sources[name] === "stored";
