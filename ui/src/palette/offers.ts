// What the palette offers beside what was written: places, things to do, and what can be
// done with the thread that is open.
import { api } from "../api/client";
import type { Thread } from "../api/types";
import { places, rail, type Place, type PlaceName } from "../places";
import { go, to } from "../router";
import { capture } from "../shell/Capture";
import { change } from "../state/change";
import { keysOn, preferences, prefer } from "../state/preferences";
import { resource } from "../state/resource";
import { tomorrow } from "../state/time";
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

/** What can be done with a thread. Each shows at once where the thread is shown. */
export function onThread({ id, status }: Thread): Offer[] {
  const path = { path: { id } };
  const shown = resource("/api/threads/{id}", path, { on: ["threads/" + id, "settings"] });
  const become = (is: Thread["status"]) => () => (shown.data.peek() ? [shown.edit((was) => ({ ...was, status: is }))] : []);
  const failed = "The thread is as it was.";
  const remind: Offer = { id: "thread remind", title: "Remind me of this thread", icon: "bell", run: () => go(to("reminder", { id: "new" }, { thread: id })) };
  if (status === "done" || status === "dismissed") {
    return [{ id: "thread reopen", title: "Reopen this thread", icon: "undo", run: () => void change({ show: become("open"), send: () => api.post("/api/threads/{id}/reopen", { ...path }), said: "Open again.", failed }) }, remind];
  }
  return [
    { id: "thread now", title: "Work on this thread now", icon: "now", run: () => void change({ send: () => api.put("/api/now", { body: { thread_id: id } }), said: "Chosen.", failed }).then((done) => { if (done) go(to("now")); }) },
    { id: "thread done", title: "Mark this thread as done", icon: "check", key: "e", run: () => void change({ show: become("done"), send: () => api.post("/api/threads/{id}/done", { ...path }), said: "Done.", failed }) },
    { id: "thread later", title: "Put this thread off until tomorrow", icon: "later", key: "s", run: () => void change({ send: () => api.post("/api/threads/{id}/snooze", { ...path, body: { until: tomorrow() } }), said: "Put off until tomorrow.", failed }) },
    { id: "thread dismiss", title: "Dismiss this thread", icon: "close", run: () => void change({ show: become("dismissed"), send: () => api.post("/api/threads/{id}/dismiss", { ...path }), said: "Dismissed.", failed }) },
    remind,
  ];
}
