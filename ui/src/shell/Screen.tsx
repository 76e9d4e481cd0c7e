// Loads the screen of a place. The last one stays until the next is there.
import { signal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";
import { Refusal } from "../api/refusal";
import { Problem, Skeleton } from "../parts/Rest";
import { type Place, places, type ScreenProps } from "../places";
import { type Route, route } from "../router";

type Loader = Place["screen"];

const loaded = new Map<Loader, ComponentType<ScreenProps>>();
const shown = signal<{ route: Route; component: ComponentType<ScreenProps> } | null>(null);
const failed = signal(false);
const slow = signal(false);

// The first one comes while the hub is still asked who is here.
void places[route.peek().name].screen().catch(() => {});

async function show(next: Route): Promise<void> {
  const load: Loader = places[next.name].screen;
  failed.value = false;
  let component = loaded.get(load);
  if (!component) {
    const noticeable = setTimeout(() => { slow.value = true; }, 300);
    try {
      component = (await load()).default;
      loaded.set(load, component);
    } catch {
      if (route.peek() === next) failed.value = true;
      return;
    } finally {
      clearTimeout(noticeable);
      slow.value = false;
    }
  }
  if (route.peek() === next) shown.value = { route: next, component };
}

export function Screen() {
  const next = route.value;
  useEffect(() => void show(next), [next]);
  if (failed.value) return <div class="page"><Problem why={new Refusal(0)} retry={() => void show(next)} /></div>;
  if (slow.value) return <div class="page"><Skeleton /></div>;
  if (!shown.value) return null;
  const { component: Component, route: { params, query } } = shown.value;
  return <Component params={params} query={query} />;
}
