// What the palette offers beside what was written: places, things to do, and what can be
// done with the thread that is open.
import { api } from "../api/client";
import type { Thread } from "../api/types";
import { places, rail, type Place, type PlaceName } from "../places";
import { go, to } from "../router";
import { capture } from "../shell/Capture";
import { change } from "../state/change";
import { keysOn, preferences, prefer } from "../state/preferences";
import { tomorrow } from "../state/time";
import { begin, finish } from "../state/work";
import type { Choice } from "./choices";
import type { IconName } from "../parts/Icon";

export type Offer = Choice & { icon: IconName };

/** The places, with the keys that lead there. */
export function placesToGo(): Offer[] {
  return ([...rail, "search", "settings"] as PlaceName[]).map((name) => {
    const { title, icon = "search", key }: Place = places[name];
    return { id: "go " + name, title, icon, ...(key && { key: `g ${key}` }), hint: "Go to", run: () => go(to(name as "now")) };
  });
}

/** What can be done from anywhere. */
export function thingsToDo(typed: string): Offer[] {
  const said = typed ? ` “${typed}”` : "";
  const theme = preferences().data.value?.theme === "dark" ? "light" : "dark";
  const always: Offer[] = [
    { id: "capture", title: `Capture${said}`, icon: "plus", key: "c", run: () => capture(typed) },
    { id: "remind", title: typed ? `Remind me of${said}` : "Add a reminder", icon: "bell", run: () => go(to("reminder", { id: "new" }, { text: typed })) },
  ];
  if (typed) return [...always, { id: "search", title: `Search everything for${said}`, icon: "search", key: "/", run: () => go(to("search", null, { q: typed })) }];
  return [
    ...always,
    { id: "theme", title: `Switch to the ${theme} theme`, icon: theme === "dark" ? "moon" : "sun", run: () => void prefer({ theme }, "Theme changed.") },
    { id: "keys", title: keysOn.value ? "Switch single keys off" : "Switch single keys on", icon: "settings", run: () => void prefer({ keys: !keysOn.peek() }, "Saved.") },
  ];
}

/** What can be done with a thread. */
export function onThread(thread: Thread): Offer[] {
  const { id, status } = thread;
  const path = { path: { id } };
  const failed = "The thread is as it was.";
  const remind: Offer = { id: "thread remind", title: "Remind me of this thread", icon: "bell", run: () => go(to("reminder", { id: "new" }, { thread: id })) };
  if (status === "done" || status === "dismissed") {
    return [{ id: "thread reopen", title: "Reopen this thread", icon: "undo", run: () => void change({ send: () => api.post("/api/threads/{id}/reopen", path), said: "Open again.", failed }) }, remind];
  }
  return [
    { id: "thread begin", title: "Start on this thread", icon: "play", run: () => void begin(thread).then((done) => { if (done) go(to("now")); }) },
    { id: "thread done", title: "Mark this thread as done", icon: "check", key: "e", run: () => void finish(thread) },
    { id: "thread later", title: "Put this thread off until tomorrow", icon: "later", key: "s", run: () => void change({ send: () => api.post("/api/threads/{id}/snooze", { ...path, body: { until: tomorrow() } }), said: "Put off until tomorrow.", failed }) },
    { id: "thread dismiss", title: "Dismiss this thread", icon: "close", run: () => void change({ send: () => api.post("/api/threads/{id}/dismiss", path), said: "Dismissed.", failed }) },
    remind,
  ];
}
