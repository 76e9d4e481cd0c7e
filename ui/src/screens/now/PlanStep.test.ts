import { afterEach, expect, it, vi } from "vitest";
import type { Thread } from "../../api/types";
import { go, to } from "../../router";
import { draftOf, drafts, setDraft } from "../../state/drafts";
import { toasts } from "../../state/toasts";
import { saveStep } from "./PlanStep";

afterEach(() => {
  vi.unstubAllGlobals();
  drafts.value = new Map();
  toasts.value = [];
});

const thread = { id: "abc", next_steps: [] as string[] } as Thread;
const place = "threads/abc/next step";

it.each([
  ["says that a step is not saved to who has left Now", () => go(to("wiki")), ["Next step: not saved. That is too long."]],
  ["says it beside the field alone to who is still there", () => {}, []],
])("%s", async (_, meanwhile, said) => {
  go(to("now"));
  vi.stubGlobal("fetch", async () => {
    meanwhile();
    return new Response(JSON.stringify({ detail: "that is too long" }), { status: 422, headers: { "Content-Type": "application/problem+json" } });
  });
  setDraft(place, { value: "Order the cable", base: "" });
  expect(await saveStep(thread)).toBe(false);
  expect(draftOf(place)).toMatchObject({ value: "Order the cable", wrong: "That is too long." });
  expect(toasts.value.map(({ text }) => text)).toEqual(said);
  toasts.value[0]?.action?.run();
  expect(location.pathname).toBe(to("now"));
});
