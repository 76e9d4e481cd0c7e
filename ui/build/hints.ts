// Makes hints.json: the files that each screen begins with, by the screen's folder, and those
// of each pane of the settings, as "settings/agents"; "" has those of every page. The words of a
// language are under "words/de", and those of a screen that has more under "words/de/settings".
// handler.go names them before the page does, so that none waits for another to be read.
import type { Plugin, Rolldown } from "vite";
import { partOf } from "../src/words/parts.ts";

/** For the handler alone: no page asks for it. */
export const hintsFile = "hints.json";

/** Places that are not called like their screen. */
const borrowed = { capture: "now", "threads/sweep": "sweep" };

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
        const found = (pattern: RegExp) => chunks.flatMap((chunk): [string, Set<string>][] => {
          const name = pattern.exec(chunk.facadeModuleId ?? "")?.[1];
          return name ? [[name, files(chunk)]] : [];
        });
        const named = found(/\/src\/screens\/(\w+)\/index\.tsx$/);
        const settings = new Map(named).get("settings") ?? [];
        const panes = found(/\/src\/screens\/settings\/panes\/(\w+)\.tsx$/)
          .map(([name, more]): [string, Set<string>] => [`settings/${name.toLowerCase()}`, new Set([...settings, ...more])]);
        const others = Object.entries(borrowed).map(([place, screen]): [string, Set<string>] => [place, new Map(named).get(screen)!]);
        const screens = [...named, ...panes, ...others].map(([name, all]) => [name, [...all].filter((file) => !first.has(file)).sort()] as const);
        const spoken = new Map(chunks.flatMap((chunk): [string, string][] => {
          const [, language, part] = /\/src\/words\/(\w\w)\/(\w+)\.ts$/.exec(chunk.facadeModuleId ?? "") ?? [];
          return language ? [[`${language}/${part}`, chunk.fileName]] : [];
        }));
        const words = [...spoken].flatMap(([name, file]): [string, string[]][] => {
          const [language, part] = name.split("/");
          const first = [spoken.get(`${language}/main`)!, ...spoken.has(`${language}/said`) ? [spoken.get(`${language}/said`)!] : []];
          if (part === "main") return [[`words/${language}`, first]];
          return Object.entries(partOf).filter(([, own]) => own === part).map(([screen]) => [`words/${language}/${screen}`, [...first, file]]);
        });
        if (named.length === 0) throw new Error("no screen has a file of its own any more");
        this.emitFile({ type: "asset", fileName: hintsFile, source: JSON.stringify(Object.fromEntries([["", [...first].sort()], ...screens.sort(), ...words.sort()])) + "\n" });
      },
    },
  };
}
