// The pages as a tree of folders. A folder may be a page as well.
import type { PageInfo } from "../../api/types";
import { locale } from "../../words";

export interface Branch {
  /** The path to here. */
  path: string;
  /** The title of the page here, else a name made from the last part of the path. */
  name: string;
  /** The page here; null: only a folder. */
  page: PageInfo | null;
  below: Branch[];
  /** How many pages are below, at any depth. */
  count: number;
}

/** A part of a path as a name: "shop-backend" reads "Shop backend". */
export const nameOf = (path: string): string => {
  const words = path.slice(path.lastIndexOf("/") + 1).replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** The folders above a path, the outermost first: "a/b/c" has "a" and "a/b". */
export const above = (path: string): string[] => path.split("/").slice(0, -1).map((_, i, parts) => parts.slice(0, i + 1).join("/"));

/** Makes the tree; in each folder by name, as people sort. */
export function treeOf(pages: readonly PageInfo[]): Branch[] {
  const root: Branch = { path: "", name: "", page: null, below: [], count: 0 };
  const known = new Map([["", root]]);
  const branchAt = (path: string): Branch => {
    const there = known.get(path);
    if (there) return there;
    const made: Branch = { path, name: nameOf(path), page: null, below: [], count: 0 };
    known.set(path, made);
    branchAt(path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : "").below.push(made);
    return made;
  };
  for (const page of pages) {
    const branch = branchAt(page.path);
    branch.page = page;
    branch.name = page.title;
    for (const folder of ["", ...above(page.path)]) known.get(folder)!.count++;
  }
  const { compare } = new Intl.Collator(locale(), { numeric: true });
  for (const { below } of known.values()) below.sort((a, b) => compare(a.name, b.name));
  return root.below;
}

/** The pages with the words in their title or path. */
export function found(pages: readonly PageInfo[], words: string): PageInfo[] {
  const wanted = words.trim().toLowerCase();
  return pages.filter(({ title, path }) => title.toLowerCase().includes(wanted) || path.includes(wanted));
}

/** The pages at a path and below it. */
export const within = (pages: readonly PageInfo[], path: string): PageInfo[] => pages.filter((page) => page.path === path || page.path.startsWith(path + "/"));
