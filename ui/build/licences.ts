// The notices of what is bundled, for Settings → App: whoever serves the dashboard passes
// these packages on.
import { readdirSync, readFileSync } from "node:fs";
import type { Plugin } from "vite";

const name = "virtual:licences";

interface Manifest {
  name: string;
  version: string;
  license: string;
  dependencies?: Record<string, string>;
}

const manifestOf = (folder: string): Manifest => JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));

/** Everything the dependencies of a package lead to, itself left out. */
function bundled(root: string): Manifest[] {
  const found = new Map<string, Manifest>();
  const visit = (manifest: Manifest) => {
    for (const dependency of Object.keys(manifest.dependencies ?? {})) {
      if (found.has(dependency)) continue;
      const next = manifestOf(`${root}/node_modules/${dependency}`);
      found.set(dependency, next);
      visit(next);
    }
  };
  visit(manifestOf(root));
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

function notice(folder: string): string {
  const file = readdirSync(folder).sort().find((entry) => /^licen[cs]e/i.test(entry));
  if (!file) throw new Error(`${folder} has no licence text to pass on`);
  return readFileSync(`${folder}/${file}`, "utf8").replaceAll("\r\n", "\n").trim();
}

/** Makes the module `virtual:licences` out of the installed packages. */
export function licences(root: string): Plugin {
  return {
    name: "hub-licences",
    resolveId: (id) => (id === name ? "\0" + name : undefined),
    load(id) {
      if (id !== "\0" + name) return undefined;
      const list = bundled(root).map(({ name: of, version, license }) => ({
        name: of, version, licence: license, text: notice(`${root}/node_modules/${of}`),
      }));
      return `export default ${JSON.stringify(list)}`;
    },
  };
}
