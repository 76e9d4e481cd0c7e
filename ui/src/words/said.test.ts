// The hub's sentences have words in every language but its own, and take what the hub gives them.
import { afterEach, describe, expect, it } from "vitest";
import { languages, said, use } from ".";
import type { Forms, Said } from "./forms";
import codes from "./codes.json";
import bring from "./en/bring";
import connect from "./en/connect";
import documents from "./en/documents";
import lists from "./en/lists";
import main from "./en/main";
import settings from "./en/settings";
import threads from "./en/threads";

const texts = (message: string | Forms): string[] => (typeof message === "string" ? [message] : Object.values(message));

describe.each(Object.keys(languages).filter((name) => name !== "en"))("the hub in %s", (name) => {
  const load = async (): Promise<Said> => (await import(`./${name}/said.ts`)).default;

  it("has words for every code, and for none that is not there", async () => expect(Object.keys(await load())).toEqual(codes.map(({ code }) => code)));
  it("says nothing of what the hub does not give", async () => {
    const words = await load();
    for (const { code, params } of codes) {
      const given = params.map((one) => `{${one.name}}`);
      for (const text of texts(words[code]!)) for (const open of text.match(/\{\w+\}/g) ?? []) expect(given, `${code}: ${text}`).toContain(open);
    }
  });
  it("counts in the plural forms of the language", async () => {
    const { pluralCategories } = new Intl.PluralRules(name).resolvedOptions();
    for (const [code, message] of Object.entries(await load())) {
      for (const text of texts(message)) expect(text.trim(), code).not.toBe("");
      if (typeof message !== "string") for (const form of Object.keys(message)) expect(["1", ...pluralCategories], code).toContain(form);
    }
  });
});

it("no code is the name of a sentence of the dashboard, which the build replaces by a number", () => {
  const keys = { ...main, ...documents, ...lists, ...settings, ...threads, ...bring, ...connect };
  expect(codes.map(({ code }) => code).filter((code) => code in keys)).toEqual([]);
});

describe("a sentence of the hub", () => {
  const german: Said = { "next.quiet": { one: "seit {n} Tag", other: "seit {n} Tagen" }, "problem.sync": "Der Abgleich scheitert: {why}." };
  const quiet = { text: "quiet for 9 days", code: "next.quiet", params: { n: 9 } };
  afterEach(() => use("en", { main }));

  it.each<[what: string, text: string, of: object, shown: string]>([
    ["in the owner's language", "quiet for 9 days", quiet, "seit 9 Tagen"],
    ["in the form of its number", "quiet for 1 day", { code: "next.quiet", params: { n: 1 } }, "seit 1 Tag"],
    ["with another one in it", "Sync fails: quiet for 9 days.", { code: "problem.sync", params: { why: quiet } }, "Der Abgleich scheitert: seit 9 Tagen."],
    ["in English without a code", "quiet", {}, "quiet"],
    ["in English with one that is not known", "quiet", { code: "next.silent" }, "quiet"],
    ["in English with one of an object's own", "quiet", { code: "constructor" }, "quiet"],
    ["in English where there are no words for a part of it", "Sync fails: EOF.", { code: "problem.sync", params: { why: { text: "EOF" } } }, "Sync fails: EOF."],
  ])("is said %s", (_, text, of, shown) => {
    use("de", { main }, german);
    expect(said(text, of)).toBe(shown);
  });
  it("is said by the hub itself in English", () => expect(said("quiet for 9 days", quiet)).toBe("quiet for 9 days"));
});
