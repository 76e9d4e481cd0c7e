// Which place is shown, and the way from one to the other without loading the page anew.
import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { type PlaceName, places, type Place } from "./places";
import { here, returnTo, type Spot } from "./scroll";

export interface Route {
  name: PlaceName;
  params: Record<string, string>;
  query: URLSearchParams;
}

type ParamsIn<T extends string> = T extends `${string}{${infer Name}}${infer Rest}`
  ? { [K in Name extends `${infer N}...` ? N : Name]: string } & ParamsIn<Rest> : unknown;
type ParamsOf<N extends PlaceName> = ParamsIn<(typeof places)[N]["path"]>;
type Query = Record<string, string | null | undefined>;
type Rest<N extends PlaceName> = unknown extends ParamsOf<N> ? [params?: object | null, query?: Query] : [params: ParamsOf<N>, query?: Query];

/** …/ui/, under any prefix. */
export const base = new URL(document.baseURI);

const patterns = (Object.entries(places) as [PlaceName, Place][]).map(([name, { path }]) => ({
  name,
  names: [...path.matchAll(/\{(\w+)/g)].map((found) => found[1]!),
  pattern: new RegExp("^" + path.replace(/\{\w+\.\.\.\}/g, "(.+)").replace(/\{\w+\}/g, "([^/]+)") + "/?$"),
}));

/** The place of an address; null when it is not the dashboard's. */
export function read(url: URL): Route | null {
  const root = base.pathname;
  if (url.origin !== base.origin || !(url.pathname + "/").startsWith(root)) return null;
  const path = url.pathname.slice(root.length);
  for (const { name, names, pattern } of patterns) {
    const found = pattern.exec(path);
    if (!found) continue;
    try {
      const params = Object.fromEntries(names.map((key, i) => [key, decodeURIComponent(found[i + 1]!)]));
      return { name, params, query: url.searchParams };
    } catch {
      break; // not text in any encoding
    }
  }
  return { name: "missing", params: {}, query: url.searchParams };
}

/** The address of a place: `to("thread", { id })`, `to("threads", null, { tab: "done" })`. */
export function to<N extends PlaceName>(name: N, ...[params, query = {}]: Rest<N>): string {
  const path = places[name].path.replace(/\{(\w+)(\.\.\.)?\}/g, (_, key: string, rest?: string) => {
    const value = encodeURIComponent((params as Record<string, string>)[key]!);
    return rest ? value.replaceAll("%2F", "/") : value;
  });
  const url = new URL(path, base);
  for (const [key, value] of Object.entries(query)) if (value) url.searchParams.set(key, value);
  return url.pathname + url.search;
}

/** The address here of what the API's `url` names, which may be written for another name of the hub. */
export function local(url: string): string {
  const { pathname, search } = new URL(url, base);
  return base.pathname + pathname.slice(pathname.indexOf("/ui/") + 4) + search;
}

/** The place the address names. */
export const route = signal<Route>(read(new URL(location.href)) ?? { name: "missing", params: {}, query: new URLSearchParams() });

/** Raised each time the reader went somewhere: then the heading takes the focus. */
export const moves = signal(0);

// Where the reader was in each entry of the history. It is not kept beyond the page.
const spots = new Map<number, Spot>();
const begin: Spot = { top: 0, row: null };
let entry = 0, youngest = 0;

const leave = () => spots.set(entry, here());

interface Way {
  replace?: boolean;
  /** Focus and scrolling are the caller's to look after. */
  stay?: boolean;
  /** Where the reader was when they asked for it: who has gone elsewhere since is not led away. */
  from?: Route;
}

/** Goes to an address of the dashboard. */
export function go(href: string, { replace = false, stay = false, from }: Way = {}): void {
  if (from && from !== route.peek()) return;
  const url = new URL(href, base);
  const next = read(url);
  if (!next) {
    location.assign(url);
    return;
  }
  leave();
  // Another view of the same place leaves the reader where they are.
  const moved = !stay && (url.pathname !== location.pathname || url.href === location.href);
  if (replace || url.href === location.href) history.replaceState({ entry }, "", url);
  else {
    entry = ++youngest;
    history.pushState({ entry }, "", url);
  }
  route.value = next;
  if (moved) {
    moves.value++;
    returnTo(begin);
  }
}

/** Changes what the address says behind the ?; null takes out. The place stays, and so does the focus. */
export function setQuery(changes: Query): void {
  const url = new URL(location.href);
  for (const [key, value] of Object.entries(changes)) {
    if (value) url.searchParams.set(key, value);
    else url.searchParams.delete(key);
  }
  go(url.href, { replace: true });
}

/** Follows links and the history from now on. */
export function start(): () => void {
  history.scrollRestoration = "manual";
  history.replaceState({ entry }, "");
  if (location.pathname + "/" === base.pathname) history.replaceState({ entry }, "", base.pathname + location.search); // /ui is /ui/

  const back = ({ state }: PopStateEvent) => {
    const next = read(new URL(location.href));
    if (!next) return;
    leave();
    entry = (state as { entry?: number } | null)?.entry ?? ++youngest;
    route.value = next;
    moves.value++;
    returnTo(spots.get(entry) ?? begin);
  };
  const click = (e: MouseEvent) => {
    const link = (e.target as Element).closest?.("a[href]") as HTMLAnchorElement | null;
    if (!link || e.defaultPrevented || e.button !== 0 || e.metaKey || e.ctrlKey || e.shiftKey || e.altKey) return;
    const raw = link.getAttribute("href")!;
    if (raw.startsWith("#")) { // within the page, which the base would lead away from
      e.preventDefault();
      const goal = document.getElementById(decodeURIComponent(raw.slice(1)));
      goal?.scrollIntoView();
      goal?.focus({ preventScroll: true });
      return;
    }
    if (link.target || link.download || !read(new URL(link.href))) return;
    e.preventDefault();
    go(link.href);
  };
  addEventListener("popstate", back);
  document.addEventListener("click", click);
  return () => {
    removeEventListener("popstate", back);
    document.removeEventListener("click", click);
  };
}

/** Where the focus goes once the reader has come somewhere, unless they are busy there already. */
export function useArrived<T extends HTMLElement>() {
  const goal = useRef<T>(null);
  const move = moves.value;
  useEffect(() => {
    if (move > 0 && !document.activeElement?.matches("#main :is(input, textarea, select, .split-detail *), dialog *")) goal.current?.focus({ preventScroll: true });
  }, [move]);
  return goal;
}

/** What the header says of the page, where the screen knows better than its place. */
export const page = signal<{ title: string | null; heading: string | null }>({ title: null, heading: null });

/** Names the page: `usePage({ title: thread.summary, heading: "Threads" })`. */
export function usePage({ title, heading = title }: { title: string | null; heading?: string | null }): void {
  useEffect(() => {
    page.value = { title, heading };
    return () => { page.value = { title: null, heading: null }; };
  }, [title, heading]);
}
