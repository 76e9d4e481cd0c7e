import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Replica as Known, Server } from "../../api/types";
import type { Resource } from "../../state/resource";
import { now } from "../../state/time";
import { use } from "../../words";
import main from "../../words/en/main";
import settings from "../../words/en/settings";
import { Replica, useFollowing } from "./Replica";

now.value = new Date(2026, 4, 6, 15, 0).getTime(); // a Wednesday
const ago = (seconds: number): string => new Date(now.value - seconds * 1000).toISOString();
const good: Known = {
  target: "file:/mnt/disk2/hub", state: "ok", synced_at: ago(120), lag_seconds: 0, error: null, error_said: null,
  encrypted: false, keep_hours: 168, wal_bytes: 4_152_992, last_drill: null,
};
const folder = "the folder /mnt/disk2/hub is not there: is its disk connected? The hub does not make it";
const silent = { error: "commits have not reached it for more than a minute", error_said: { code: "replica.silent" } };

/** What stands there: a line for each row, with its name. */
function shown(replica: Known | null): string[] {
  act(() => render(<Replica replica={replica} />, document.body));
  return [...document.querySelectorAll("p.problem, dl > div, body > p, pre")].map((row) => (
    row.matches("div") ? [...row.children].map((one) => one.textContent).join(": ") : row.textContent
  ) ?? "");
}

afterEach(() => {
  act(() => render(null, document.body));
  use("en", { main, settings });
});

it("says what it would give where there is none, and how it is begun", () => {
  expect(shown(null)).toEqual([expect.stringContaining("every change is on another disk within seconds"), "HUB_REPLICATE_TO=file:/mnt/disk2/hub"]);
});

it("says where it is, how it stands, and what can be restored", () => {
  expect(shown(good)).toEqual([
    "Where: file:/mnt/disk2/hubNot encrypted", "State: Up to date", "Last sent: 2 minutes ago; nothing is missing",
    "Restorable: Any moment of the last 7 days", "Last test: Not yet.",
  ]);
});

describe("a row", () => {
  it.each<[what: string, given: Partial<Known>, row: string]>([
    ["of an encrypted one", { encrypted: true }, "Where: file:/mnt/disk2/hubEncrypted"],
    ["while it catches up", { state: "behind", lag_seconds: 20 }, "State: Catching up"],
    ["while it can't, as is known already", { state: "behind", lag_seconds: 20, error: folder }, `State: Catching upT${folder.slice(1)}`],
    ["before anything was sent", { state: "behind", synced_at: null, lag_seconds: 3 }, "Last sent: Not yet."],
    ["with changes on their way", { lag_seconds: 1.4 }, "Last sent: 2 minutes ago; the last changes are on their way"],
    ["of a day", { keep_hours: 24 }, "Restorable: Any moment of the last 24 hours"],
    ["of an hour and a half", { keep_hours: 1.5 }, "Restorable: Any moment of the last hour"],
    ["of two days", { keep_hours: 48 }, "Restorable: Any moment of the last 2 days"],
    ["of two days and a half", { keep_hours: 60 }, "Restorable: Any moment of the last 60 hours"],
    ["after a test", { last_drill: { at: ago(7200), ok: true, rows: 5210, seconds: 1.4, error: null } }, "Last test: 2 hours agoVerified Restored and compared, 5,210 rows."],
    ["after a test that failed", { last_drill: { at: ago(300), ok: false, rows: 5210, seconds: 1.4, error: "what was restored is not what the hub has" } }, "Last test: 5 minutes agoFailed What was restored is not what the hub has"],
  ])("%s", (_, given, row) => {
    expect(shown({ ...good, ...given })).toContain(row);
  });
});

describe("one that fails", () => {
  const failing: Known = { ...good, state: "failing", lag_seconds: 86_400 * 3, synced_at: ago(86_400 * 3) };

  it("says why, and since when changes may be missing", () => {
    const rows = shown({ ...failing, error: folder });
    expect(rows).toContain(`The replica fails: ${folder}. It is tried again by itself.`);
    expect(rows.filter((row) => row.startsWith("State"))).toEqual([]);
    expect(rows.find((row) => row.startsWith("Last sent"))).toBe("Last sent: 3 days ago; changes since Sunday may be missing");
  });
  it("promises nothing where nothing has arrived", () => {
    expect(shown({ ...failing, error: folder, synced_at: null }).slice(1)).toEqual(["Where: file:/mnt/disk2/hubNot encrypted", "Last sent: Not yet.", "Last test: Not yet."]);
  });
  it("says why in the owner's language", async () => {
    const [german, own, said] = await Promise.all([import("../../words/de/main"), import("../../words/de/settings"), import("../../words/de/said")]);
    use("de", { main: german.default, settings: own.default }, said.default);
    expect(shown({ ...failing, ...silent })[0]).toBe("Mit dem Replikat stimmt etwas nicht: seit über einer Minute kommen Änderungen dort nicht an; vielleicht steht mehr im Log des Hubs. Es wird von selbst wieder versucht.");
  });
});

describe("the hub is asked again", () => {
  const refetch = vi.fn(async () => {});
  function Following({ replica }: { replica: Known | null }) {
    useFollowing({ data: { value: { replica } as Server }, refetch } as unknown as Resource<Server>);
    return null;
  }
  afterEach(() => {
    vi.useRealTimers();
    refetch.mockClear();
  });

  it.each<[what: string, replica: Known | null, asked: number]>([
    ["every two seconds while it is on its way", { ...good, state: "behind", lag_seconds: 20 }, 3],
    ["every two seconds while the last changes are", { ...good, lag_seconds: 0.4 }, 3],
    ["no sooner than ever when it is up to date", good, 0],
    ["no sooner than ever while it fails", { ...good, state: "failing", lag_seconds: 90 }, 0],
    ["never without one", null, 0],
  ])("%s", async (_, replica, asked) => {
    vi.useFakeTimers();
    await act(() => render(<Following replica={replica} />, document.body));
    vi.advanceTimersByTime(6_500);
    expect(refetch).toHaveBeenCalledTimes(asked);
  });
});
