// Makes hints.json: the files that each screen begins with, by the screen's folder; "" has
// those of every page. handler.go names them before the page does, so that none waits for
// another to be read.
import type { Plugin, Rolldown } from "vite";

/** For the handler alone: no page asks for it. */
export const hintsFile = "hints.json";

export function hints(): Plugin {
  return {
    name: "hub-hints",
    apply: "build",
    enforce: "post",
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
        const files = (chunk: Rolldown.OutputChunk, seen = new Set<string>()): Set<string> => {
          seen.add(chunk.fileName);
          for (const css of chunk.viteMetadata?.importedCss ?? []) seen.add(css);
          for (const one of chunks) if (chunk.imports.includes(one.fileName) && !seen.has(one.fileName)) files(one, seen);
          return seen;
        };
        const first = files(chunks.find(({ isEntry }) => isEntry)!);
        const screens = chunks.flatMap((chunk) => {
          const name = /\/src\/screens\/(\w+)\/index\.tsx$/.exec(chunk.facadeModuleId ?? "")?.[1];
          return name ? [[name, [...files(chunk)].filter((file) => !first.has(file)).sort()] as const] : [];
        });
        if (screens.length === 0) throw new Error("no screen has a file of its own any more");
        this.emitFile({ type: "asset", fileName: hintsFile, source: JSON.stringify(Object.fromEntries([["", [...first].sort()], ...screens.sort()])) + "\n" });
      },
    },
  };
}
