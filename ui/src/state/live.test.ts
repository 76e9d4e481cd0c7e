import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

/** The browser's stream, driven by hand. */
class Stream extends EventTarget {
  static readonly OPEN = 1;
  static readonly CLOSED = 2;
  static last: Stream;
  readyState = 1;
  constructor() {
    super();
    Stream.last = this;
  }
  close(): void { this.readyState = Stream.CLOSED; }
  send(event: string, data?: unknown): void {
    this.dispatchEvent(data === undefined ? new Event(event) : new MessageEvent(event, { data: JSON.stringify(data) }));
  }
}

let told: (string | null)[] = [];
let end: () => void;

/** Opens a page's stream, so long after the page was loaded, in milliseconds. */
async function openAfter(ms: number): Promise<void> {
  const { start, onChange } = await import("./live");
  onChange((subject) => told.push(subject));
  vi.setSystemTime(performance.timeOrigin + ms);
  end = start();
  Stream.last.send("open");
}

beforeEach(() => {
  told = [];
  vi.resetModules();
  vi.useFakeTimers();
  vi.stubGlobal("EventSource", Stream);
});
afterEach(() => {
  end();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("a stream that begins", () => {
  it.each([
    ["after a change since the page was loaded", 60_000, 30_000, [null]],
    ["just after a change that the page may not have seen", 60_000, 64_000, [null]],
    ["after nothing changed since long before", 60_000, 66_000, []],
  ] as const)("%s", async (_, age, quiet, want) => {
    await openAfter(age);
    Stream.last.send("ready", { quiet_ms: quiet });
    expect(told).toEqual(want);
  });

  it.each([
    ["the browser that comes back misses nothing", ["ready", "ready"]],
    ["a hub may say it by both names", ["ready", "begin"]],
    ["a hub of the version before says it by the former name alone", ["begin"]],
  ])("says so only once: %s", async (_, events) => {
    await openAfter(1_000);
    for (const event of events) Stream.last.send(event, { quiet_ms: 10 });
    expect(told).toEqual([null]);
  });
});

it("tells when the hub refuses it, and tries again later", async () => {
  await openAfter(1_000);
  const { onRefusal } = await import("./live");
  const refused = vi.fn();
  onRefusal(refused);
  Stream.last.send("error"); // cut off: the browser comes back by itself
  expect(refused).not.toHaveBeenCalled();
  const first = Stream.last;
  first.readyState = Stream.CLOSED;
  first.send("error");
  expect(refused).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(2_000);
  expect(Stream.last).not.toBe(first);
});

it("tells what has changed, and everything when a change touched more than it names", async () => {
  await openAfter(1_000);
  Stream.last.send("ready", { quiet_ms: 1e9 });
  Stream.last.send("change", { subject: "hub://threads/1", also: 0 });
  Stream.last.send("change", { subject: "hub://threads/2", also: 1 });
  Stream.last.send("reset", {});
  expect(told).toEqual(["hub://threads/1", null, null]);
});

it("tells that the problems are others, and leaves alone what does not speak of them", async () => {
  const { resource } = await import("./resource");
  const asked: string[] = [];
  vi.stubGlobal("fetch", vi.fn(async (url: URL | string) => {
    asked.push(new URL(url).pathname.replace(/.*\/api/, "/api"));
    return new Response("{}", { headers: { "Content-Type": "application/json" } });
  }));
  const ends = [resource("/api/overview", {}).use(), resource("/api/preferences", {}, { on: ["settings"] }).use()];
  await vi.advanceTimersByTimeAsync(0);
  await openAfter(1_000);
  asked.length = 0;
  Stream.last.send("problems", {});
  await vi.advanceTimersByTimeAsync(100);
  expect(told).toEqual(["hub://problems"]);
  expect(asked).toEqual(["/api/overview"]);
  for (const end of ends) end();
});

describe("a request that gets no answer, while the stream seems to be there", () => {
  const begin = async () => {
    await openAfter(1_000);
    const { reachable } = await import("../api/client");
    const { live } = await import("./live");
    const first = Stream.last;
    reachable.value = false;
    expect(live.value).toBe("offline");
    return { first, live, reachable };
  };

  it("has the stream begun anew, after which everything is asked for again", async () => {
    const { first, live, reachable } = await begin();
    vi.advanceTimersByTime(1_900);
    expect(Stream.last).toBe(first);
    vi.advanceTimersByTime(200);
    expect(Stream.last).not.toBe(first);
    Stream.last.send("open");
    expect([live.value, reachable.value, told]).toEqual(["live", true, [null]]);
  });

  it("is made up for by one that does", async () => {
    const { first, live, reachable } = await begin();
    reachable.value = true;
    expect(Stream.last).not.toBe(first);
    expect(live.value).toBe("reconnecting");
    const second = Stream.last;
    vi.advanceTimersByTime(10_000);
    expect(Stream.last, "once is enough").toBe(second);
    second.send("open");
    expect(live.value).toBe("live");
  });

  it("waits until somebody looks at the page", async () => {
    const hidden = vi.spyOn(document, "hidden", "get").mockReturnValue(true);
    const { first } = await begin();
    vi.advanceTimersByTime(10_000);
    expect(Stream.last).toBe(first);
    hidden.mockReturnValue(false);
    document.dispatchEvent(new Event("visibilitychange"));
    expect(Stream.last).not.toBe(first);
    hidden.mockRestore();
  });

  it("leaves a stream alone that is trying already", async () => {
    await openAfter(1_000);
    const { reachable } = await import("../api/client");
    Stream.last.readyState = 0;
    const first = Stream.last;
    reachable.value = false;
    vi.advanceTimersByTime(10_000);
    expect(Stream.last).toBe(first);
  });
});

it("what a tab knows is as old as the stream that it gave back while nobody looked", async () => {
  await openAfter(1_000);
  const { heard, reachable } = await import("../api/client");
  const { onLoss } = await import("./live");
  const lost: number[] = [];
  onLoss(() => lost.push(Date.now()));
  const hidden = vi.spyOn(document, "hidden", "get").mockReturnValue(true);
  document.dispatchEvent(new Event("visibilitychange"));
  vi.advanceTimersByTime(30_000);
  const gone = Date.now();
  vi.advanceTimersByTime(9 * 3_600_000);
  hidden.mockReturnValue(false);
  reachable.value = false; // and the hub is away when somebody looks
  document.dispatchEvent(new Event("visibilitychange"));
  expect([lost, heard.value]).toEqual([[gone], gone]);
  hidden.mockRestore();
});
