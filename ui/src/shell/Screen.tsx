// Loads the screen of a place. The last one stays until the next is there.
import { signal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Refusal } from "../api/refusal";
import { Problem, Skeleton } from "../parts/Rest";
import type { ScreenProps } from "../places";
import { type Route, route } from "../router";
import { type Loader, screenOf } from "./screens";

const loaded = signal<ReadonlyMap<Loader, ComponentType<ScreenProps>>>(new Map());
const failed = signal(false);
const slow = signal(false);

const wanted = (): Loader => screenOf(route.peek().name);

async function load(screen: Loader): Promise<void> {
  failed.value = false;
  const noticeable = setTimeout(() => { slow.value = true; }, 300);
  try {
    const { default: component } = await screen();
    loaded.value = new Map(loaded.peek()).set(screen, component);
  } catch {
    failed.value = wanted() === screen;
  } finally {
    clearTimeout(noticeable);
    slow.value = false;
  }
}

// The first one comes while the hub is still asked whether anybody is signed in.
void load(wanted());

export function Screen() {
  const next = route.value;
  const screen = screenOf(next.name);
  const shown = useRef<{ route: Route; component: ComponentType<ScreenProps> } | null>(null);
  const component = loaded.value.get(screen);
  useEffect(() => { if (!component) void load(screen); }, [screen]);
  if (component) shown.current = { route: next, component };
  else if (failed.value) return <div class="page"><Problem why={new Refusal(0)} retry={() => void load(screen)} /></div>;
  else if (slow.value) return <div class="page"><Skeleton /></div>;
  if (!shown.current) return null;
  const { component: Component, route: { params, query } } = shown.current;
  return <Component params={params} query={query} />;
}
