import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

/** The browser's stream, driven by hand. */
class Stream extends EventTarget {
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
    Stream.last.send("begin", { quiet_ms: quiet });
    expect(told).toEqual(want);
  });

  it("says so only once: the browser that comes back misses nothing", async () => {
    await openAfter(1_000);
    Stream.last.send("begin", { quiet_ms: 10 });
    Stream.last.send("begin", { quiet_ms: 10 });
    expect(told).toEqual([null]);
  });
});

it("tells what has changed, and everything when a change touched more than it names", async () => {
  await openAfter(1_000);
  Stream.last.send("begin", { quiet_ms: 1e9 });
  Stream.last.send("change", { subject: "hub://threads/1", also: 0 });
  Stream.last.send("change", { subject: "hub://threads/2", also: 1 });
  Stream.last.send("reset", {});
  expect(told).toEqual(["hub://threads/1", null, null]);
});
