import { signal } from "@preact/signals";
import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { go, to } from "../../router";
import { drafts } from "../../state/drafts";
import type { Resource } from "../../state/resource";
import { keep } from "./drafts";
import Editor from "./Editor";
import { none, type Text } from "./source";

const room = document.createElement("div");
document.body.append(room);

const unread = { data: signal(undefined), error: signal(null), etag: signal(null), refetch: async () => {} } as unknown as Resource<Text>;

let events: object[];
let asked: string[];
const answers: Record<string, () => [number, object]> = {
  "/hub/api/events": () => [200, events],
  "/hub/api/wiki/old": () => [404, { moved_to: "hub://wiki/new" }],
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

const open = (page: string) => {
  go(to("page", { path: page }, { edit: "1", title: "Old" }));
  act(() => render(<Editor source={{ page }} name="Old" now={unread} exists={false} pages={[]} onClose={() => {}} />, room));
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
