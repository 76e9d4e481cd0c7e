import { expect, it } from "vitest";
import { sharedWords } from "./arrive";

it.each([
  ["nothing", {}, ""],
  ["text alone", { text: "Water the plants" }, "Water the plants"],
  ["a page by its title and address", { title: "A page", url: "https://example.org/" }, "A page\nhttps://example.org/"],
  ["the address within the text", { text: "Look: https://example.org/", url: "https://example.org/" }, "Look: https://example.org/"],
  ["the title as the text", { title: "A page", text: "A page", url: "https://example.org/" }, "A page\nhttps://example.org/"],
  ["blanks", { title: "  ", text: " a \n", url: "" }, "a"],
  ["all three the same", { title: "a", text: "a", url: "a" }, "a"],
])("takes %s", (_, query, words) => {
  expect(sharedWords(new URLSearchParams(query as Record<string, string>))).toBe(words);
});
