import { describe, expect, it } from "vitest";
import { type Data, leadsTo, pressed, shown } from "./push";

const root = new URL("https://hub.example/tools/ui/");
const data: Data = { url: "https://hub.example/tools/ui/reminders", urgent: true, buttons: [{ verb: "done", label: "Done", token: "t1" }, { verb: "snooze_1h", label: "In an hour", token: "t2" }, { verb: "open", label: "Open", token: "" }] };
const message = JSON.stringify({ web_push: 8030, notification: { title: "Reminder", body: "Water the plants", tag: "reminder/1", data }, app_badge: 2 });

describe("shows", () => {
  it("one without a tag, which browsers refuse to renotify", () => {
    expect(shown('{"notification":{"title":"x","body":"","data":{"url":"","buttons":[]}}}', root, 2).options.renotify).toBe(false);
  });
  it("what the hub says, with as many buttons as there is room for", () => {
    const { title, options, badge } = shown(message, root, 2);
    expect([title, options.body, options.tag, options.requireInteraction, badge]).toEqual(["Reminder", "Water the plants", "reminder/1", true, 2]);
    expect(options.actions).toEqual([{ action: "done", title: "Done" }, { action: "snooze_1h", title: "In an hour" }]);
    expect(shown(message, root, 0).options.actions).toEqual([]);
  });
  it.each([
    ["nothing", ""], ["no JSON", "hello"], ["no notification", "{}"], ["no data", '{"notification":{"title":"x"}}'], ["null", "null"],
    ["a button that is none", '{"notification":{"title":"x","data":{"url":"","buttons":[null]}}}'],
    ["a title that is none", '{"notification":{"title":1,"data":{"url":"","buttons":[]}}}'],
  ])("something for %s", (_, text) => {
    expect(shown(text, root, 2)).toMatchObject({ title: "Progress Hub", options: { body: "There is news.", actions: [] } });
  });
});

it.each([
  ["its place", "https://hub.example/tools/ui/threads/a", "https://hub.example/tools/ui/threads/a"],
  ["the hub without one", "", root.href],
  ["the hub instead of another origin", "https://else.example/tools/ui/", root.href],
  ["the hub instead of another app", "https://hub.example/mail/", root.href],
  ["the hub instead of a script", "javascript:alert(1)", root.href],
])("leads to %s", (_, url, want) => expect(leadsTo({ url }, root)).toBe(want));

it("knows the button that was pressed", () => {
  expect(pressed("done", data)?.token).toBe("t1");
  for (const action of ["", "open", "else"]) expect(pressed(action, data)).toBeNull();
});
