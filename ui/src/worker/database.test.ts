import { afterEach, expect, it, vi } from "vitest";
import { openDatabase } from "./database";

afterEach(() => vi.unstubAllGlobals());

/** A browser's databases, as far as they are opened and closed. */
function browser() {
  const kept: string[] = [];
  const connections: { closed: boolean }[] = [];
  const connect = () => {
    const connection = {
      closed: false,
      transaction() {
        if (connection.closed) throw new DOMException("it is closed", "InvalidStateError");
        const transaction = { oncomplete: () => {}, commit: () => queueMicrotask(() => transaction.oncomplete()), objectStore: () => ({ put: (text: string) => { kept.push(text); } }) };
        return transaction;
      },
    };
    connections.push(connection);
    return connection;
  };
  vi.stubGlobal("indexedDB", {
    open() {
      const opening = { result: connect(), onsuccess: () => {} };
      queueMicrotask(() => opening.onsuccess());
      return opening;
    },
  });
  return { kept, connections };
}

it("a database that the browser has closed is opened again", async () => {
  const { kept, connections } = browser();
  const { within } = await openDatabase("texts", { texts: null });
  const put = (text: string) => within("texts", "readwrite", (store) => store.put(text));
  await put("before");
  connections[0]!.closed = true;
  await put("after");
  await put("and again");
  expect([kept, connections.length]).toEqual([["before", "after", "and again"], 2]);
});

it("what goes wrong otherwise is told", async () => {
  const { connections } = browser();
  const { within } = await openDatabase("texts", { texts: null });
  await expect(within("texts", "readwrite", () => { throw new DOMException("full", "QuotaExceededError"); })).rejects.toThrow("full");
  expect(connections).toHaveLength(1);
});
