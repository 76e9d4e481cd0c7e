// What the palette offers beside what was written: places, things to do, and what can be
// done with the thread that is open.
import { api } from "../api/client";
import type { Thread } from "../api/types";
import { places, rail, type Place, type PlaceName } from "../places";
import { go, route, to } from "../router";
import { capture } from "../shell/Capture";
import { change } from "../state/change";
import { keysOn, preferences, prefer } from "../state/preferences";
import { signOut } from "../state/signOut";
import { development } from "../state/session";
import { tomorrow } from "../state/time";
import { lastDone, undoLast } from "../state/toasts";
import { begin, finish, snooze } from "../state/work";
import type { Choice } from "./choices";
import type { IconName } from "../parts/Icon";
import { panes } from "../screens/settings/panes";
import { t } from "../words";

export type Offer = Choice & { icon: IconName };

/** The places, with the keys that lead there. */
export function placesToGo(): Offer[] {
  return ([...rail, "search", "settings"] as PlaceName[]).map((name) => {
    const { title, icon = "search", key }: Place = places[name];
    return { id: "go " + name, title, icon, ...(key && { key: `g ${key}` }), hint: t("palette.goTo"), run: () => go(to(name as "now")) };
  });
}

/** The panes of the settings. Their titles come a moment later: until then there are none. */
export const panesToGo = (): Offer[] => panes.filter(({ title }) => title).map(({ pane, title, icon }) => (
  { id: "pane " + pane, title, icon, hint: t("common.settings"), run: () => go(to("pane", { pane })) }
));

/** What is seldom done from the palette, and found by its words. */
export function commands(): Offer[] {
  const theme = preferences().data.value?.theme === "dark" ? "light" : "dark";
  return [
    ...(lastDone() ? [{ id: "undo", title: t("shell.undoLast"), icon: "undo", key: "u", run: undoLast } as const] : []),
    { id: "theme", title: t(theme === "dark" ? "palette.darkTheme" : "palette.lightTheme"), icon: theme === "dark" ? "moon" : "sun", run: () => void prefer({ theme }, t("palette.themeChanged")) },
    { id: "keys", title: keysOn.value ? t("palette.switchSingleKeysOff") : t("palette.switchSingleKeysOn"), icon: "settings", run: () => void prefer({ keys: !keysOn.peek() }, t("common.saved")) },
    { id: "sweep", title: t("palette.sweep"), icon: "threads", run: () => go(to("sweep")) },
    { id: "new page", title: t("palette.newPage"), icon: "plus", run: () => go(to("wiki", null, { new: "1" })) },
    { id: "new project", title: t("palette.newProject"), icon: "plus", run: () => go(to("projects", null, { new: "1" })) },
    ...([15, 25, 45] as const).map((minutes): Offer => ({ id: `timer ${minutes}`, title: t("palette.timer", { minutes }), icon: "later", run: () => void prefer({ focus_minutes: minutes }, t("common.saved")) })),
    { id: "timer 0", title: t("palette.noTimer"), icon: "later", run: () => void prefer({ focus_minutes: 0 }, t("common.saved")) },
    ...(development.value ? [] : [{ id: "sign out", title: t("more.signOut"), icon: "lock", run: () => void signOut() } as const]),
  ];
}

/** What can be done from anywhere. `reminder` is what the typed words say, when they say a time. */
export function thingsToDo(typed: string, reminder: { text: string; when: string } | null = null): Offer[] {
  const quoted = (text: string) => (text ? " " + t("common.quoted", { text }) : "");
  const said = quoted(typed);
  const always: Offer[] = [
    { id: "capture", title: t("palette.captureSaid", { said }), icon: "plus", key: "c", run: () => capture(typed) },
    { id: "remind", title: typed ? t("palette.remindMeOfSaid", { said: quoted(reminder?.text ?? typed) }) : t("common.addAReminder"), icon: "bell", ...(reminder && { hint: reminder.when }), run: () => go(to("reminder", { id: "new" }, { text: typed })) },
  ];
  if (typed) return [...always, { id: "search", title: t("palette.searchEverythingForSaid", { said }), icon: "search", key: "/", run: () => go(to("search", null, { q: typed })) }];
  return [...always, ...commands().filter(({ id }) => id === "theme" || id === "keys")];
}

async function startOn(thread: Thread): Promise<void> {
  const from = route.peek();
  if (await begin(thread)) go(to("now"), { from });
}

/** What can be done with a thread. */
export function onThread(thread: Thread): Offer[] {
  const { id, status } = thread;
  const path = { path: { id } };
  const failed = t("palette.theThreadIsAsIt");
  const remind: Offer = { id: "thread remind", title: t("palette.remindMeOfThisThread"), icon: "bell", run: () => go(to("reminder", { id: "new" }, { thread: id })) };
  if (status === "done" || status === "dismissed") {
    return [{ id: "thread reopen", title: t("palette.reopenThisThread"), icon: "undo", run: () => void change({ send: () => api.post("/api/threads/{id}/reopen", path), said: t("palette.openAgain"), failed }) }, remind];
  }
  return [
    { id: "thread begin", title: t("palette.startOnThisThread"), icon: "play", run: () => void startOn(thread) },
    { id: "thread done", title: t("palette.markThisThreadAsDone"), icon: "check", key: "e", run: () => void finish(thread) },
    { id: "thread later", title: t("palette.putThisThreadOffUntil"), icon: "later", key: "s", run: () => void snooze(thread, tomorrow()) },
    { id: "thread dismiss", title: t("palette.dismissThisThread"), icon: "close", run: () => void change({ send: () => api.post("/api/threads/{id}/dismiss", path), said: t("palette.dismissed"), failed }) },
    remind,
  ];
}
