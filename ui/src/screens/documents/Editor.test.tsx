import { signal } from "@preact/signals";
import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { go, to } from "../../router";
import { drafts } from "../../state/drafts";
import { type Resource, refetchAll } from "../../state/resource";
import { keep } from "./drafts";
import Editor from "./Editor";
import { none, type Text, useText } from "./source";

const room = document.createElement("div");
document.body.append(room);

const unread = { data: signal(undefined), error: signal(null), etag: signal(null), refetch: async () => {} } as unknown as Resource<Text>;

let events: object[];
let asked: string[];
const answers: Record<string, () => [number, object]> = {
  "/hub/api/events": () => [200, events],
  "/hub/api/wiki/old": () => [404, { moved_to: "hub://wiki/new" }],
  "/hub/api/wiki/back": () => [404, { moved_to: "hub://wiki/new" }],
  "/hub/api/markdown": () => [200, { html: "" }],
};

beforeEach(() => {
  asked = [];
  vi.stubGlobal("fetch", async (url: URL) => {
    asked.push(url.pathname);
    const [status, body] = answers[url.pathname]?.() ?? [404, {}];
    return new Response(JSON.stringify(body), { status, headers: { "Content-Type": "application/json" } });
  });
});
afterEach(() => {
  render(null, room);
  drafts.value = new Map();
});

const open = (page: string, anew = false) => {
  go(to("page", { path: page }, { edit: anew ? "new" : "1", title: "Old" }));
  act(() => render(<Editor source={{ page }} name="Old" now={unread} exists={false} anew={anew} pages={[]} onClose={() => {}} />, room));
};

it("leads from the former path of a page to where that is now", async () => {
  events = [{ id: "e1", kind: "page.updated", subject: "hub://wiki/old" }];
  open("old");
  await vi.waitFor(() => expect(location.pathname + location.search).toBe(to("page", { path: "new" })));
});

it("stays with a page that never was", async () => {
  events = [];
  open("never");
  await vi.waitFor(() => expect(asked).toContain("/hub/api/events"));
  await act(async () => {});
  expect([asked.includes("/hub/api/wiki/never"), location.pathname]).toEqual([false, to("page", { path: "never" })]);
});

it("stays with a page that is being written", () => {
  keep("wiki/old", { text: "something else", base: { markdown: "", rev: 0, etag: none } });
  open("old");
  expect([asked.includes("/hub/api/events"), location.pathname]).toEqual([false, to("page", { path: "old" })]);
});

it("stays with a page that is begun where another one once was", () => {
  events = [{ id: "e1", kind: "page.updated", subject: "hub://wiki/old" }];
  open("old", true);
  expect([asked.includes("/hub/api/events"), location.pathname]).toEqual([false, to("page", { path: "old" })]);
});

it("stays where a page was moved away, came back, was read and deleted", async () => {
  events = [{ id: "e1", kind: "page.updated", subject: "hub://wiki/back" }];
  open("back");
  await vi.waitFor(() => expect(location.pathname).toBe(to("page", { path: "new" })));

  answers["/hub/api/wiki/back"] = () => [200, { markdown: "# Back\n" }];
  const Reader = () => <p>{useText({ page: "back" }).data.value?.markdown}</p>;
  act(() => render(<Reader />, room));
  await vi.waitFor(() => expect(room.textContent).toContain("Back"));
  act(() => render(null, room));

  events = [{ id: "e2", kind: "page.deleted", subject: "hub://wiki/back" }];
  answers["/hub/api/wiki/back"] = () => [404, {}];
  refetchAll();
  asked = [];
  open("back");
  await vi.waitFor(() => expect(asked).toContain("/hub/api/events"));
  await act(async () => {});
  expect(location.pathname).toBe(to("page", { path: "back" }));
});
