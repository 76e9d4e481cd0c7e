import { afterEach, expect, it, vi } from "vitest";
import { drafts, setDraft } from "./drafts";
import { depart, held, opened, underWay } from "./outbox";
import { signOut } from "./signOut";
import { say, toasts } from "./toasts";

afterEach(() => vi.unstubAllGlobals());

const answer = (note: (path: string) => void = () => {}) => vi.stubGlobal("fetch", async (url: URL | string) => {
  note(new URL(url, location.href).pathname);
  return new Response("{}", { headers: { "Content-Type": "application/json" } });
});

it("leaves no draft behind whoever signs out, nor a message that would bring one back", async () => {
  const asked: string[] = [];
  answer((path) => asked.push(path));
  setDraft("wiki/diary", { value: "nobody else's business", base: "" });
  say("Discarded.", { action: { label: "Undo", run: () => setDraft("wiki/list", { value: "milk", base: "" }) } });
  expect(await signOut()).toBe(false);
  expect([drafts.value.size, toasts.value.length]).toEqual([1, 1]);
  expect(await signOut(true)).toBe(true);
  expect(asked).toContain("/hub/api/auth/logout");
  expect([drafts.value.size, toasts.value.length]).toEqual([0, 0]);
});

it("asks about a capture whose answer has not come, and leaves none of it behind", async () => {
  answer();
  const arrived = depart({ key: "k1", body: { summary: "Water the plants" } });
  expect(await signOut()).toBe(false);
  expect(opened.value).toBe("leave");
  expect(await signOut(true)).toBe(true);
  arrived(true);
  expect([opened.value, held.value, underWay.value]).toEqual([null, [], []]);
});
