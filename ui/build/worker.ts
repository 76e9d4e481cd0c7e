// Makes sw.js out of src/worker/ and the list of all that the page is made of. The list
// holds the SHA-256 of each file: a build is kept by browsers as a whole or not at all.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { hintsFile } from "./hints.ts";
import { build, type Plugin, type Rolldown } from "vite";

const hash = (content: string | Uint8Array, form: "base64" | "hex") => createHash("sha256").update(content).digest(form);

/** Pictures are for whoever installs the app; the page shows none of them. */
const isShown = (name: string) => !name.startsWith("pictures/") && name !== hintsFile;

/** The files that are copied as they are. */
const copied = (folder: string) => readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  .map(({ parentPath, name }): [string, Uint8Array] => {
    const path = `${parentPath}/${name}`;
    return [path.slice(folder.length + 1).replaceAll("\\", "/"), readFileSync(path)];
  });

/** The worker as one script without imports; `__VERSION__` is still open in it. */
async function compile(root: string, target: string[], files: [string, string][], hints: string): Promise<string> {
  const made = await build({
    root, configFile: false, publicDir: false, logLevel: "error",
    define: { __FILES__: JSON.stringify(files), __HINTS__: hints },
    build: {
      target, write: false, modulePreload: false,
      rolldownOptions: { input: `${root}/src/worker/sw.ts`, output: { format: "iife", entryFileNames: "sw.js" } },
    },
  }) as Rolldown.RolldownOutput;
  return made.output[0].code;
}

export function worker(root: string, target: string[]): Plugin {
  return {
    name: "hub-worker",
    apply: "build",
    enforce: "post",
    generateBundle: {
      order: "post", // once the page is written
      async handler(_, bundle) {
        const built = Object.values(bundle).map((file): [string, string | Uint8Array] => [file.fileName, file.type === "chunk" ? file.code : file.source]);
        const files = [...built, ...copied(`${root}/public`)].filter(([name]) => isShown(name))
          .map(([name, content]): [string, string] => [name === "index.html" ? "" : name, hash(content, "base64")])
          .sort(([a], [b]) => (a < b ? -1 : 1));
        const hints = built.find(([name]) => name === hintsFile)![1] as string;
        const code = await compile(root, target, files, hints);
        this.emitFile({ type: "asset", fileName: "sw.js", source: code.replaceAll("__VERSION__", JSON.stringify(hash(code, "hex").slice(0, 16))) });
      },
    },
  };
}
