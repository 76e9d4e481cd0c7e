import { expect, it } from "vitest";
import { above, type Branch, found, nameOf, treeOf, within } from "./tree";

const page = (path: string, title = nameOf(path)) => ({ path, title, rev: 1, created_at: "", updated_at: "" });
const pages = [page("home/network"), page("home/storage/pool", "The pool"), page("index", "Zero"), page("home", "A home"), page("homework")];
const drawn = (branches: Branch[], depth = 0): string[] => branches.flatMap(({ name, page: own, count, below }) => [`${"  ".repeat(depth)}${name}${own ? "" : "/"} ${count}`, ...drawn(below, depth + 1)]);

it("puts pages into their folders, by name", () => {
  expect(drawn(treeOf(pages))).toEqual(["A home 2", "  Network 0", "  Storage/ 1", "    The pool 0", "Homework 0", "Zero 0"]);
});
it("knows the way to a page", () => expect(above("a/b/c")).toEqual(["a", "a/b"]));
it("finds by title and path", () => expect(found(pages, "POOL").map(({ path }) => path)).toEqual(["home/storage/pool"]));
it("takes what is below a path, and nothing that only begins so", () => {
  expect(within(pages, "home").map(({ path }) => path)).toEqual(["home/network", "home/storage/pool", "home"]);
});
