import { afterEach, expect, it, vi } from "vitest";
import { sendAll, type Waiting } from "./waiting";

const root = new URL("https://hub.example/tools/ui/");
const one = (key: string): Waiting => ({ key, body: { summary: key }, since: 1, hub: "" });

afterEach(() => vi.unstubAllGlobals());

/** Sends two captures to a hub that answers so; 0: not at all. */
async function send(overview: number, first: number) {
  const kept = new Map([one("a"), one("b")].map((each) => [each.key, each]));
  const asked: string[] = [], refused: [string, number][] = [];
  vi.stubGlobal("fetch", async (url: URL, { method = "GET", headers }: { method?: string; headers?: Record<string, string> }) => {
    asked.push(`${method} ${url.pathname} ${headers?.["Idempotency-Key"] ?? ""}`.trim());
    const status = method === "GET" ? overview : headers!["Idempotency-Key"] === "a" ? first : 201;
    if (status === 0) throw new TypeError("gone");
    return new Response("{}", { status });
  });
  const { sent, again } = await sendAll(root, {
    all: async () => [...kept.values()],
    remove: async (keys) => { for (const key of keys) kept.delete(key); },
  }, ({ key }, status) => refused.push([key, status]));
  return { asked, refused, again, sent: sent.map(({ key }) => key), kept: [...kept.keys()] };
}

it("asks which hub it is, and sends each under its key", async () => {
  expect(await send(200, 201)).toEqual({ asked: ["GET /tools/api/overview", "POST /tools/api/threads a", "POST /tools/api/threads b"], refused: [], again: false, sent: ["a", "b"], kept: [] });
});

it.each([
  ["silent", 0, true], ["busy", 503, true], ["in the way of too many", 429, true], ["behind a proxy that finds none", 502, true],
  ["signed out of", 401, false], ["forbidden", 403, false], ["another program", 404, false],
])("sends nothing to a hub that is %s", async (_, status, again) => {
  expect(await send(status, 201)).toMatchObject({ asked: ["GET /tools/api/overview"], again, kept: ["a", "b"] });
});

it.each([[0, true], [408, true], [429, true], [500, true], [503, true], [401, false]])("stops at the first that is answered by %i", async (status, again) => {
  expect(await send(200, status)).toMatchObject({ refused: [], again, sent: [], kept: ["a", "b"] });
});

it.each([400, 403, 404, 409, 413, 422])("keeps what is refused by %i, and goes on", async (status) => {
  expect(await send(200, status)).toMatchObject({ refused: [["a", status]], again: false, sent: ["b"], kept: ["a"] });
});
