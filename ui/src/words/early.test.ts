// The words come after the modules: what a module says when it is loaded would stay unsaid.
import { expect, it, vi } from "vitest";

const early = vi.hoisted(() => [] as unknown[]);
vi.mock(".", async (original) => {
  const words = await original<typeof import(".")>();
  return { ...words, t: (key: never) => { early.push(key); return ""; }, pattern: (key: never) => { early.push(key); return ""; } };
});

const modules = import.meta.glob(["../**/*.{ts,tsx}", "!../**/*.test.*", "!../main.tsx", "!../worker/**", "!../words/??/**"]);

it("no module asks for words when it is loaded", { timeout: 60_000 }, async () => {
  expect(Object.keys(modules).length).toBeGreaterThan(100);
  for (const [name, load] of Object.entries(modules)) {
    await load();
    expect(early.splice(0), name).toEqual([]);
  }
});
