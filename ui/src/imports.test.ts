// The modules of the dashboard do not import each other in a circle, not even lazily or for a
// type: so each can be read knowing only those that it names.
import { expect, it } from "vitest";

const modules = import.meta.glob<string>("./**/*.{ts,tsx}", { query: "?raw", import: "default", eager: true });
const quoted = /(?:\bfrom\s*|\bimport\s*\(?\s*)"(\.[^"]*)"/g;

/** The modules that each of them imports. */
function graphOf(texts: Record<string, string>): Map<string, string[]> {
  const find = (from: string, path: string): string[] => {
    const plain = "." + new URL(path, "file:///" + from).pathname;
    return [plain, plain + ".ts", plain + ".tsx", plain + "/index.tsx"].filter((name) => name in texts);
  };
  return new Map(Object.entries(texts).map(([from, text]) => [from, [...text.matchAll(quoted)].flatMap(([, path]) => find(from, path!))]));
}

/** The first circle there is, from a module back to itself; empty when there is none. */
function circleIn(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const free = new Set<string>();
  const follow = (path: string[]): string[] => {
    const at = path.at(-1)!;
    if (free.has(at)) return [];
    const since = path.indexOf(at);
    if (since < path.length - 1) return path.slice(since);
    for (const next of graph.get(at) ?? []) {
      const found = follow([...path, next]);
      if (found.length > 0) return found;
    }
    free.add(at);
    return [];
  };
  for (const name of graph.keys()) {
    const found = follow([name]);
    if (found.length > 0) return found;
  }
  return [];
}

it.each([
  ["none", { "./a.ts": 'import { b } from "./b";', "./b.ts": "" }, []],
  ["two", { "./a.ts": 'import { b } from "./b";', "./b.ts": 'export { a } from "./a";' }, ["./a.ts", "./b.ts", "./a.ts"]],
  ["one loaded later, another for its type", { "./a.ts": 'const c = () => import("./c");', "./c/index.tsx": 'import type { A } from "../a";' }, ["./a.ts", "./c/index.tsx", "./a.ts"]],
])("finds a circle: %s", (_, texts: Record<string, string>, circle) => {
  expect(circleIn(graphOf(texts))).toEqual(circle);
});

it("there is none", () => {
  const graph = graphOf(modules);
  expect([...graph.values()].flat().length).toBeGreaterThan(500);
  expect(circleIn(graph)).toEqual([]);
});
