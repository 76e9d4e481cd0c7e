// Every screen there is, from the dashboard's own tables.
import { readFile } from "node:fs/promises";

const src = new URL("../../src/", import.meta.url);

/** What stands behind the ? so that there is something to see. */
const queries = { search: "?q=photo" };

async function table(file, pattern) {
  const found = [...(await readFile(new URL(file, src), "utf8")).matchAll(pattern)];
  if (found.length < 3) throw new Error(`${file} has no table that can be read any more`);
  return found;
}

/** The screens by name with their paths below the hub; `examples` has what stands in the braces of
 * a place, or null where the hub does not have the place. */
export async function screens(examples) {
  const places = await table("places.ts", /^ {2}(\w+): \{ path: "([^"]*)"/gm);
  const panes = await table("screens/settings/panes.ts", /pane: "(\w+)"/g);
  const all = [{ name: "signin", path: "/ui/", signedOut: true }];
  for (const [, name, path] of places) {
    if (name === "pane") for (const [, pane] of panes) all.push({ name: `settings/${pane}`, path: `/ui/settings/${pane}` });
    else if (examples[name] === null) continue;
    else if (name === "missing") all.push({ name, path: "/ui/nowhere/at/all" });
    else {
      const filled = path.replace(/\{(\w+)(?:\.\.\.)?\}/g, (_, key) => {
        const value = examples[name]?.[key];
        if (!value) throw new Error(`no example of the place ${name}`);
        return value;
      });
      all.push({ name, path: `/ui/${filled}${queries[name] ?? ""}` });
    }
  }
  return all;
}
