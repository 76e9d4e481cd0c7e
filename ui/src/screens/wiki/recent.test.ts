import { expect, it } from "vitest";
import type { Event, PageInfo } from "../../api/types";
import { recentlyChanged } from "./recent";

const page = (path: string) => ({ path, title: path }) as PageInfo;
const event = (id: string, path: string) => ({ id, subject: "hub://wiki/" + path }) as Event;

it.each<[string, Event[], string]>([
  ["each page once, by its newest change", [event("3", "a"), event("2", "b"), event("1", "a")], "a 3, b 2"],
  ["not one that is gone", [event("2", "deleted"), event("1", "b")], "b 1"],
  ["no more than asked for", [event("3", "a"), event("2", "b"), event("1", "c")], "a 3, b 2"],
])("shows %s", (_, events, words) => {
  expect(recentlyChanged(events, ["a", "b", "c"].map(page), 2).map(({ page: { path }, event: { id } }) => `${path} ${id}`).join(", ")).toBe(words);
});
