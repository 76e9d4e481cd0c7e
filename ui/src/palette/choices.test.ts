import { describe, expect, it } from "vitest";
import { choose, guess, mark } from "./choices";

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
  it("also by what stands at the end", () => {
    expect(choose([{ id: "1", title: "Storage", hint: "Homelab", run: () => {} }], "homelab")).toHaveLength(1);
  });
});

describe("what may be meant", () => {
  const meant = (typed: string, ...from: string[]) => guess(of(...from), typed).map(({ title }) => title);
  it.each([
    ["setings", "a letter missed"], ["setttings", "one too many"], ["sertings", "a wrong one"], ["estting", "two swapped"], ["srtt", "in the beginning of a word"],
    ["aettings", "the first one wrong"], ["settingz", "the last one wrong"], ["open setings", "beside a word that is right"],
  ])("%s: %s", (typed) => {
    expect(meant(typed, "Go home", "Open the settings", "Sort")).toEqual(["Open the settings"]);
  });
  it.each([
    ["stengs", "two slips"], ["sot", "a short word"], ["hand", "one of which a short word is left"], ["them", "a short word and a letter"],
    ["2025", "another number"], ["xxsort", "two too many"], ["", "nothing"],
  ])("not %s: %s", (typed) => {
    expect(meant(typed, "Settings", "Assort and sort the 2026 taxes")).toEqual([]);
  });
  it("what begins with it first", () => {
    expect(meant("setings", "Fix the settings", "Settings")).toEqual(["Settings", "Fix the settings"]);
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
