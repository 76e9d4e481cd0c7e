// What the owner has chosen for all their devices. It lives on the hub, not in the browser.
import { computed, effect } from "@preact/signals";
import { api } from "../api/client";
import type { Preferences } from "../api/types";
import { tint } from "./bars";
import { change } from "./change";
import { resource } from "./resource";

const follow = { on: ["settings"] };

/** The preferences; call `follow` once somebody is signed in. */
export const preferences = () => resource("/api/preferences", {}, follow);

/** The owner's time zone; undefined: the browser's, as long as the hub knows none. */
export const zone = computed(() => {
  const name = known.value?.timezone;
  return name && name !== "Local" ? name : undefined;
});

/** Whether single keys are shortcuts. */
export const keysOn = computed(() => known.value?.keys ?? true);

const known = computed(() => preferences().data.value);

/** Makes the page look as the owner has chosen. */
export function wear(): () => void {
  const release = preferences().use();
  const end = effect(() => {
    const { theme = "system", text_size: size = "normal" } = known.value ?? {};
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

/** Changes preferences, at once. */
export function prefer(wanted: Partial<Omit<Preferences, "sources">>): Promise<unknown> {
  return change({
    show: () => [preferences().edit((was) => ({ ...was, ...wanted }))],
    send: () => api.put("/api/preferences", { body: wanted }),
    failed: "The setting is not saved.",
  });
}
