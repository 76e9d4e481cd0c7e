import { expect, test } from "vitest";
import { use } from "../words";
import de from "../words/de/main";
import type { Project } from "../api/types";
import { placesOf, titleOf } from "./projects";

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

test.each([
  ["before there is one", [], ["=Eingang", "shop=Shop"]],
  ["as it came", [{ slug: "inbox", title: "inbox" }], ["=Eingang", "shop=Shop"]],
  ["with a title", [{ slug: "inbox", title: "Loose ends" }], ["=Loose ends", "shop=Shop"]],
  ["at another address", [{ slug: "loose-ends", title: "Loose ends", aliases: ["inbox"] }], ["=Loose ends", "shop=Shop"]],
])("the inbox is the choice for no project, and stands there once: %s", (_, inbox, choices) => {
  use("de", { main: de });
  const projects = [{ slug: "shop", title: "Shop", aliases: ["store"] }, ...inbox].map((one) => ({ aliases: [], ...one }) as unknown as Project);
  expect(placesOf(projects).map(({ value, label }) => `${value}=${label}`)).toEqual(choices);
});
