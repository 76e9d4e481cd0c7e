import { describe, expect, it } from "vitest";
import { choose, mark } from "./choices";

const of = (...titles: string[]) => titles.map((title) => ({ id: title, title, run: () => {} }));
const titles = (typed: string, ...from: string[]) => choose(of(...from), typed).map(({ title }) => title);

describe("typed words choose", () => {
  it("everything when there are none", () => {
    expect(titles(" ", "b", "a")).toEqual(["b", "a"]);
  });
  it("what holds all of them, in any order", () => {
    expect(titles("nas photo", "Move the photos to the NAS", "Photo album", "NAS fan")).toEqual(["Move the photos to the NAS"]);
  });
  it("what begins with them first, then what has such a word", () => {
    expect(titles("re", "Prepare", "Look for the rest", "Reminders")).toEqual(["Reminders", "Look for the rest", "Prepare"]);
  });
  it.each([["kundi", "Kündigung prüfen"], ["ＮＡＳ", "nas"], ["領収書", "確定申告の領収書"], ["صور", "ترتيب صور العائلة"]])("%s finds %s", (typed, title) => {
    expect(titles(typed, title)).toEqual([title]);
  });
  it.each([
    ["setings", "a letter missed"], ["setttings", "one too many"], ["sertings", "a wrong one"], ["estting", "two swapped"], ["srtt", "in the beginning of a word"],
  ])("with a slip, where nothing has it as it is: %s, %s", (typed) => {
    expect(titles(typed, "Go home", "Open the settings", "Sort")).toEqual(["Open the settings"]);
  });
  it.each([["stengs", "two slips"], ["sot", "a short word"], ["xsort", "what ends with it"]])("not %s, %s", (typed) => {
    expect(titles(typed, "Settings", "Assort")).toEqual([]);
  });
  it("without one, if anything does", () => {
    expect(titles("cart", "Card", "Cart")).toEqual(["Cart"]);
  });
  it("also by what stands at the end", () => {
    expect(choose([{ id: "1", title: "Storage", hint: "Homelab", run: () => {} }], "homelab")).toHaveLength(1);
  });
});

describe("the typed words in a title", () => {
  const show = (title: string, typed: string) => mark(title, typed).map(({ text, marked }) => (marked ? `[${text}]` : text)).join("");
  it.each([
    ["Replace the NAS fan", "nas", "Replace the [NAS] fan"],
    ["Replace the NAS fan", "fan rep", "[Rep]lace the NAS [fan]"],
    ["aaa", "aa", "[aaa]"],
    ["İstanbul", "stan", "İstanbul"],
    ["", "x", ""],
  ])("%s, %s", (title, typed, shown) => {
    expect(show(title, typed)).toBe(shown);
  });
});
