import { afterEach, expect, it, vi } from "vitest";
import { drafts, setDraft } from "./drafts";
import { signOut } from "./session";
import { say, toasts } from "./toasts";

afterEach(() => vi.unstubAllGlobals());

it("leaves no draft behind whoever signs out, nor a message that would bring one back", async () => {
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (url: URL | string) => {
    asked.push(new URL(url, location.href).pathname);
    return new Response("{}", { headers: { "Content-Type": "application/json" } });
  });
  setDraft("wiki/diary", { value: "nobody else's business", base: "" });
  say("Discarded.", { action: { label: "Undo", run: () => setDraft("wiki/list", { value: "milk", base: "" }) } });
  expect(await signOut()).toBe(false);
  expect([drafts.value.size, toasts.value.length]).toEqual([1, 1]);
  expect(await signOut(true)).toBe(true);
  expect(asked).toContain("/hub/api/auth/logout");
  expect([drafts.value.size, toasts.value.length]).toEqual([0, 0]);
});
