// Replaces the names of sentences by numbers and each catalogue by a list: the names are for those
// who read the sources, and would be a third of the words that a page loads.
import { readFileSync } from "node:fs";
import ts from "typescript";
import type { Plugin } from "vite";
import { files, parts, room } from "../src/words/parts.ts";

type Catalogue = Record<string, unknown>;

/** What a file of a catalogue holds; the files have no imports but of types. */
async function read(path: string): Promise<Catalogue> {
  const code = ts.transpile(readFileSync(path, "utf8"), { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ES2022 });
  return ((await import("data:text/javascript," + encodeURIComponent(code))) as { default: Catalogue }).default;
}

export function words(root: string): Plugin {
  const folder = `${root}/src/words`;
  const numbers = new Map<string, number>();
  const partOf = async (language: string, part: typeof parts[number]): Promise<Catalogue> => (
    Object.assign({}, ...await Promise.all(files[part].map((file) => read(`${folder}/${language}/${file}.ts`))))
  );
  return {
    name: "hub-words",
    apply: "build",
    async buildStart() {
      for (const [at, part] of parts.entries()) Object.keys(await partOf("en", part)).forEach((key, i) => numbers.set(key, at * room + i));
    },
    async load(id) {
      const [, language, name] = /\/src\/words\/(\w\w)\/(\w+)\.ts$/.exec(id) ?? [];
      const part = parts.find((one) => one === name);
      if (!language || !part) return null;
      const catalogue = await partOf(language, part);
      const list = Object.keys(await partOf("en", part)).map((key) => catalogue[key]);
      return `export default ${JSON.stringify(list)}`;
    },
    transform(code, id) {
      if (!/\/src\/.*\.tsx?$/.test(id)) return null;
      return { code: code.replace(/"([a-z]+\.\w+)"/g, (whole, key: string) => String(numbers.get(key) ?? whole)), map: null };
    },
  };
}
