import { beforeEach, expect, it, vi } from "vitest";
import { lastDone, say, sayDone, toasts, undoLast } from "./toasts";

let undone: string[];
beforeEach(() => {
  undone = [];
  toasts.value = [];
  vi.stubGlobal("fetch", async (url: URL) => {
    undone.push(url.pathname.split("/").at(-2)!);
    return new Response("{}");
  });
});

const discarded = () => say("Discarded.", { action: { label: "Undo", run: () => undone.push("text") } });
const more = () => say("Kept.", { action: { label: "Open", run: () => undone.push("never") } });

it.each<[string, (() => unknown)[], string[]]>([
  ["the newest change", [() => sayDone("a", "e1"), () => sayDone("b", "e2")], ["e2", "e1"]],
  ["what the history does not have, when that is newer", [() => sayDone("a", "e1"), discarded], ["text", "e1"]],
  ["a change that is newer than that", [discarded, () => sayDone("a", "e1")], ["e1", "text"]],
  ["nothing by what else a message offers", [() => sayDone("a", "e1"), more], ["e1"]],
])("takes back %s", async (_, said, want) => {
  for (const one of said) one();
  for (let press = 0; press < 3; press++) undoLast();
  expect(undone).toEqual(want);
  expect(lastDone()).toBeUndefined();
});
