import { beforeEach, expect, it, vi } from "vitest";

vi.mock("./resource", async () => {
  const { signal } = await import("@preact/signals");
  const data = signal<unknown>(undefined);
  return { resource: () => ({ data, use: () => () => {} }), useResource: () => ({ data }) };
});

import { fails, overview, problems } from "./overview";

const tell = (list?: { area: string; url: string }[]) => { (overview().data as unknown as { value: unknown }).value = list && { problems: list.map((one) => ({ since: "", text: "", ...one })) }; };

beforeEach(() => tell());

it("knows of no problem before the hub has told of one", () => {
  expect(problems.value).toEqual([]);
  expect(fails("/hub/ui/settings")).toBe(false);
});

it.each([
  ["the place itself", "/hub/ui/settings/data", true],
  ["the place above", "/hub/ui/settings", true],
  ["its neighbour", "/hub/ui/settings/forge", false],
  ["one that begins alike", "/hub/ui/settings/dat", false],
  ["the first place", "/hub/ui/", false],
])("marks %s", (_, href, marked) => {
  for (const url of ["/hub/ui/settings/data", "https://hub.example.org/ui/settings/data"]) {
    tell([{ area: "backup", url }]);
    expect(fails(href), url).toBe(marked);
  }
});
