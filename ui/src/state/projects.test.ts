import { expect, test } from "vitest";
import { use } from "../words";
import de from "../words/de/main";
import { titleOf } from "./projects";

// The inbox is the hub's own; every other project has the words that somebody gave it.
test.each([
  ["a title", { slug: "shop", title: "Shop backend" }, "Shop backend"],
  ["none yet", { slug: "shop", title: "shop" }, "shop"],
  ["the inbox", { slug: "inbox", title: "inbox" }, "Eingang"],
  ["an inbox that was given a title", { slug: "inbox", title: "Loose ends" }, "Loose ends"],
])("%s", (_, project, title) => {
  use("de", { main: de });
  expect(titleOf(project)).toBe(title);
});
