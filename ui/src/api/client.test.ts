import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { add, address, api, onSessionEnd, onWrite, reachable } from "./client";
import { download } from "./download";
import { Refusal, sentence } from "./refusal";

const asked: { url: string; init: RequestInit }[] = [];
let answers: (() => Response | Promise<Response>)[] = [];

const json = (data: unknown, status = 200, headers: Record<string, string> = {}) => () => new Response(JSON.stringify(data), { status, headers });
const refused = async (what: Promise<unknown>): Promise<Refusal> => {
  const why = await what.then(() => null, (failure: unknown) => failure);
  expect(why).toBeInstanceOf(Refusal);
  return why as Refusal;
};

beforeEach(() => {
  asked.length = 0;
  answers = [];
  onSessionEnd(async () => false);
  vi.stubGlobal("fetch", async (url: URL, init: RequestInit) => {
    asked.push({ url: String(url), init });
    return answers.shift()!();
  });
});
afterEach(() => vi.unstubAllGlobals());

describe("addresses", () => {
  it("are filled in and escaped", () => {
    expect(address("/api/threads/{id}", { path: { id: "../a b" } }).pathname).toMatch(/\/api\/threads\/\.\.%2Fa%20b$/);
    expect(address("/api/wiki/{path}", { path: { path: "a/b c" } }).pathname).toMatch(/\/api\/wiki\/a\/b%20c$/);
    expect(address("/api/threads", { query: { status: ["open", "blocked"], q: "", stale: false, limit: 5, project: undefined } }).search).toBe("?status=open%2Cblocked&limit=5");
  });
});

describe("a request", () => {
  it("carries the mark of our own page when it writes, and only then", async () => {
    answers.push(json({}), json({}));
    await api.get("/api/overview");
    await api.post("/api/threads", { body: { summary: "a" } });
    expect(asked.map(({ init }) => (init.headers as Record<string, string>)["X-Hub-Request"])).toEqual([undefined, "1"]);
    expect(asked[1]!.init.body).toBe('{"summary":"a"}');
  });

  it("tells what the headers say", async () => {
    answers.push(json([], 200, { "X-Total-Count": "70", Link: '<https://elsewhere.example/p/api/threads?limit=50&cursor=abc>; rel="next"', ETag: '"3.0"', "X-Hub-Event": "e1" }));
    expect(await api.get("/api/threads")).toMatchObject({ total: 70, next: "abc", etag: '"3.0"', event: "e1" });
  });

  it("writes over a known version only when asked to", async () => {
    answers.push(json({}));
    await api.put("/api/wiki/{path}", { path: { path: "a" }, body: { markdown: "" }, ifMatch: '"1.0"' });
    expect((asked[0]!.init.headers as Record<string, string>)["If-Match"]).toBe('"1.0"');
  });

  it("is sent once more after signing in again, and not twice", async () => {
    const again = vi.fn(async () => true);
    onSessionEnd(again);
    answers.push(json({}, 401), json({ thread: null }));
    expect((await api.get("/api/now")).data).toEqual({ thread: null });
    answers.push(json({}, 401), json({}, 401));
    expect((await refused(api.get("/api/now"))).status).toBe(401);
    expect([again.mock.calls.length, asked.length]).toEqual([2, 4]);
  });

  it("never asks to sign in for signing in", async () => {
    const again = vi.fn(async () => true);
    onSessionEnd(again);
    answers.push(json({}, 401));
    await refused(api.post("/api/auth/login", { body: { token: "x" } }));
    expect(again).not.toHaveBeenCalled();
  });

  it("tells of writes that succeeded", async () => {
    const told = vi.fn();
    const end = onWrite(told);
    answers.push(json({}), json({}, 409), json({}));
    await api.put("/api/now", { body: { thread_id: null } });
    await refused(api.put("/api/now", { body: { thread_id: null } }));
    await api.get("/api/now");
    end();
    expect(told).toHaveBeenCalledOnce();
  });
});

describe("a refusal", () => {
  it("says the hub's reason as a sentence, and what is wrong with a field", async () => {
    answers.push(json({ type: "/problems/validation", detail: "body.summary is required", errors: [{ location: "body.summary", message: "is required" }] }, 422));
    const why = await refused(api.post("/api/threads", { body: { summary: "" } }));
    expect([why.status, why.type, why.sentence, why.of("summary"), why.of("goal")]).toEqual([422, "validation", "Body.summary is required.", "Is required.", ""]);
  });

  it("tells how long to wait, and the present version", async () => {
    answers.push(json({}, 429, { "Retry-After": "42" }), json({ detail: "x" }, 412, { ETag: '"9.0"' }));
    expect((await refused(api.get("/api/now"))).retryAfter).toBe(42);
    expect((await refused(api.get("/api/now"))).etag).toBe('"9.0"');
  });

  it.each([
    ["no network", () => Promise.reject(new TypeError("gone")), true],
    ["a proxy without its hub", () => new Response("Bad gateway", { status: 502 }), true],
    ["a hub that is busy", json({ detail: "the disk is full" }, 503), false],
    ["an answer cut off", () => new Response("{", { status: 200 }), true],
  ] as const)("knows %s", async (_, answer, offline) => {
    answers.push(answer);
    const why = await refused(api.get("/api/now"));
    expect([why.offline, why.sentence.length > 0]).toEqual([offline, true]);
  });

  it("is not made of a request that nobody waits for any more", async () => {
    const gone = new AbortController();
    answers.push(() => Promise.reject(new DOMException("gone", "AbortError")));
    gone.abort();
    reachable.value = true;
    await expect(api.get("/api/now", { signal: gone.signal })).rejects.not.toBeInstanceOf(Refusal);
    expect(reachable.value).toBe(true);
  });
});

it.each([["", ""], ["it is so", "It is so."], ["Is it?", "Is it?"]])("%o becomes the sentence %o", (text, want) => expect(sentence(text)).toBe(want));

describe("a file", () => {
  const headers = { "Content-Length": "6", "Content-Type": "application/zip", "Content-Disposition": 'attachment; filename="hub-backup-1.zip"' };
  const parts = (...list: (string | Error)[]) => () => new Response(new ReadableStream({
    pull(to) {
      const next = list.shift();
      if (next === undefined) to.close();
      else if (typeof next === "string") to.enqueue(new TextEncoder().encode(next));
      else to.error(next);
    },
  }), { headers });
  const fetched = (signal = new AbortController().signal, tell: (received: number, size: number) => void = () => {}) => download("/api/backup", { passphrase: "p" }, { signal, tell });

  it("arrives whole, and tells how far it is", async () => {
    const told: number[][] = [];
    answers.push(parts("abc", "def"));
    const { file, name } = await fetched(undefined, (...far) => told.push(far));
    expect([await file.text(), file.type, name]).toEqual(["abcdef", "application/zip", "hub-backup-1.zip"]);
    expect(told).toEqual([[3, 6], [6, 6]]);
    expect(asked[0]!.init.method).toBe("POST");
    expect(asked[0]!.init.body).toBe('{"passphrase":"p"}');
  });

  it("is refused when it ends early", async () => {
    answers.push(parts("abc"), parts("abc", new Error("cut off")), json({ detail: "another backup is being downloaded" }, 503));
    expect((await refused(fetched())).status).toBe(0);
    expect((await refused(fetched())).status).toBe(0);
    expect((await refused(fetched())).sentence).toBe("Another backup is being downloaded.");
  });

  it("can be given up", async () => {
    const over = new AbortController();
    answers.push(parts("abc", new Error("given up")));
    const why = await fetched(over.signal, () => over.abort()).then(() => null, (failure: unknown) => failure);
    expect(why).toBe(over.signal.reason);
  });
});

describe("what is added", () => {
  const key = (n: number) => (asked[n]!.init.headers as Record<string, string>)["Idempotency-Key"];
  const reminder = (text: string) => add("/api/reminders", { body: { text, kind: "session" } });
  const lost = () => Promise.reject(new TypeError("Failed to fetch"));

  it("is there once, though its answer was lost", async () => {
    answers.push(lost, json({}, 503), json({}, 201), json({}, 201));
    await refused(reminder("call Mum"));
    await refused(reminder("call Mum"));
    await reminder("call Mum");
    await reminder("call Mum");
    expect([key(1), key(2)]).toEqual([key(0), key(0)]);
    expect(key(3)).not.toBe(key(0));
  });

  it("is sent as before where the clock has gone on meanwhile", async () => {
    const inTwoHours = (due_at: string) => add("/api/reminders", { body: { text: "stretch", kind: "once", due_at } }, "stretch in 2 hours");
    answers.push(lost, json({}, 201));
    await refused(inTwoHours("2026-11-21T10:00:00Z"));
    await inTwoHours("2026-11-21T10:01:00Z");
    expect(key(1)).toBe(key(0));
    expect(asked[1]!.init.body).toBe(asked[0]!.init.body);
  });

  it("is another thing when it says something else, or was refused", async () => {
    answers.push(lost, json({}, 422), json({}, 201));
    await refused(reminder("call Mum"));
    await refused(reminder("call Dad"));
    await reminder("call Dad");
    expect(new Set([0, 1, 2].map(key)).size).toBe(3);
  });
});
