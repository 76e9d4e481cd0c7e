import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Refusal } from "../api/refusal";
import { change } from "./change";
import { toasts } from "./toasts";

const edit = () => ({ keep: vi.fn(), drop: vi.fn() });
const answer = { data: 1, status: 200, etag: null, event: "e1", freed: [], meant: null, total: null, next: null };

beforeEach(() => { toasts.value = []; });
afterEach(() => vi.unstubAllGlobals());

describe("a change", () => {
  it("is kept, said and can be undone", async () => {
    const one = edit();
    expect(await change({ show: () => [one], send: async () => answer, said: "Done: a" })).toBe(answer);
    expect([one.keep.mock.calls.length, one.drop.mock.calls.length]).toEqual([1, 0]);
    expect(toasts.value).toMatchObject([{ text: "Done: a", event: "e1", action: { label: "Undo" }, alarm: false }]);
    const fetch = vi.fn(async (..._: unknown[]) => new Response("{}"));
    vi.stubGlobal("fetch", fetch);
    toasts.value[0]!.action!.run();
    await vi.waitFor(() => expect(toasts.value).toMatchObject([{ text: "Undone." }]));
    expect(String(fetch.mock.calls[0]![0])).toMatch(/\/api\/events\/e1\/undo$/);
  });

  it("shows before it is sent", async () => {
    const order: string[] = [];
    await change({
      show: () => { order.push("shown"); return []; },
      send: async () => { order.push("sent"); return answer; },
    });
    expect(order).toEqual(["shown", "sent"]);
  });

  it("is taken back with the reason when it is refused", async () => {
    const one = edit();
    expect(await change({ show: () => [one], send: () => Promise.reject(new Refusal(409, { detail: "it is done already" })), failed: "Not saved." })).toBeNull();
    expect([one.keep.mock.calls.length, one.drop.mock.calls.length]).toEqual([0, 1]);
    expect(toasts.value).toMatchObject([{ text: "Not saved. It is done already.", alarm: true, action: null }]);
  });

  it("can be tried again where that may help, and shows again then", async () => {
    const edits = [edit(), edit()];
    const shown = [...edits];
    const send = vi.fn().mockRejectedValueOnce(new Refusal(0)).mockResolvedValueOnce(answer);
    await change({ show: () => [shown.shift()!], send });
    toasts.value[0]!.action!.run();
    await vi.waitFor(() => expect(edits[1]!.keep).toHaveBeenCalledOnce());
    expect(edits[0]!.drop).toHaveBeenCalledOnce();
  });

  it("says the reason where the caller wants it", async () => {
    const refused = vi.fn();
    await change({ send: () => Promise.reject(new Refusal(422)), refused });
    expect([refused.mock.calls.length, toasts.value.length]).toEqual([1, 0]);
  });

  it("does not hide a mistake of the page's own", async () => {
    const one = edit();
    await expect(change({ show: () => [one], send: () => Promise.reject(new TypeError("oops")) })).rejects.toThrow("oops");
    expect(one.drop).toHaveBeenCalledOnce();
  });
});
