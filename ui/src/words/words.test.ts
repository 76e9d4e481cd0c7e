// Every sentence has a name that is used, and each name that is used has a sentence.
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it, vi } from "vitest";
import { count, type Key, languages, list, pick, t, use, within } from ".";
import type { Forms } from "./forms";
import bring from "./en/bring";
import connect from "./en/connect";
import documents from "./en/documents";
import frame from "./en/frame";
import lists from "./en/lists";
import main from "./en/main";
import settings from "./en/settings";
import threads from "./en/threads";
import work from "./en/work";
import { files, partOf, parts, room } from "./parts";

const english: Record<string, string | Forms> = { ...main, ...documents, ...lists, ...settings, ...threads, ...bring, ...connect };
const source = "src";
const sources = readdirSync(source, { recursive: true, encoding: "utf8" })
  .filter((name) => /\.tsx?$/.test(name) && !/\.test\.|\.d\.ts$/.test(name) && !/^words\/\w\w\//.test(name))
  .map((name) => ({ name, text: readFileSync(`${source}/${name}`, "utf8") }));
const areas = new Set(Object.keys(english).map((key) => key.split(".")[0]));
const named = new Map(sources.flatMap(({ name, text }) => [...text.matchAll(/"([a-z]+\.\w+)"/g)].map(([, key]): [string, string] => [key!, name])));

describe("the catalogue", () => {
  it("has no sentence that nobody says", () => {
    expect(Object.keys(english).filter((key) => !named.has(key))).toEqual([]);
  });
  it("names no sentence twice", () => {
    const all = [frame, work, documents, lists, settings, threads, bring, connect].flatMap((one) => Object.keys(one));
    expect(all.filter((key, i) => all.indexOf(key) !== i)).toEqual([]);
  });
  it("has room for each part", () => {
    for (const part of [main, documents, lists, settings, threads, bring, connect]) expect(Object.keys(part).length).toBeLessThan(room);
    expect(Object.keys(files)).toEqual([...parts]);
  });
  it("has the words of a screen where it looks for them", () => {
    const own: Record<string, object> = { documents, lists, settings, threads, bring, connect };
    for (const [key, file] of named) {
      const part = Object.keys(own).find((name) => key in own[name]!);
      const screen = /^screens\/(\w+)\//.exec(file)?.[1];
      if (part && areas.has(key.split(".")[0]!)) expect([key, part], file).toEqual([key, screen === "documents" ? "documents" : part === "bring" && file.startsWith("screens/settings/bring/") ? "bring" : file.startsWith("waiting/") ? "threads" : partOf[screen!]]);
    }
  });
});

describe.each(Object.keys(languages).filter((name) => name !== "en"))("in %s", (name) => {
  const load = async () => Object.assign({}, ...await Promise.all(parts.map(async (part) => (await import(`./${name}/${part}.ts`)).default))) as Record<string, string | Forms>;
  const texts = (message: string | Forms | undefined): string[] => (typeof message === "object" ? Object.values(message) : [message ?? ""]);
  const open = (message: string | Forms | undefined) => [...new Set(texts(message).flatMap((text) => text.match(/\{\w+\}|<\/?\w+>/g) ?? []))].sort();

  it("every sentence is there, and none beside", async () => expect(Object.keys(await load()).sort()).toEqual(Object.keys(english).sort()));
  it("each takes what the English one takes", async () => {
    const said = await load();
    for (const [key, message] of Object.entries(english)) expect([key, ...open(said[key])]).toEqual([key, ...open(message)]);
  });
  it("each has only the plural forms of the language, and says something", async () => {
    const { pluralCategories } = new Intl.PluralRules(name).resolvedOptions();
    for (const [key, message] of Object.entries(await load())) {
      if (typeof message === "object") for (const form of Object.keys(message)) expect(["1", ...pluralCategories], key).toContain(form);
      for (const text of texts(message)) expect(text.trim(), key).not.toBe("");
    }
  });
});

describe("a sentence", () => {
  it("takes what stands in braces, with numbers as they are written", () => {
    expect(t("shell.goToTitle", { title: "Wiki" })).toBe("Go to Wiki");
    expect(t("threads.nThreads", { n: 1 })).toBe("1 thread");
    expect(t("threads.nThreads", { n: 1200 })).toBe("1,200 threads");
  });
  it("takes braces in what it is given as they are", () => {
    expect(t("shell.goToTitle", { title: "{title} $1" })).toBe("Go to {title} $1");
  });
  it("says nothing while its words are not there", () => {
    use("en", {});
    expect(t("common.save")).toBe("");
    use("en", { main, documents, lists, settings });
  });
  it("has its lists and numbers", () => {
    expect(list(["a", "b", "c"])).toBe("a, b and c");
    expect(count(1234.5)).toBe("1,234.5");
    expect(within("Next steps")).toBe("next steps");
  });
});

it.each<[chosen: string | null, wanted: string[], spoken: string]>([
  ["de", ["en"], "de"], ["browser", ["fy", "de-AT", "en"], "de"], [null, ["en-GB"], "en"], [null, ["ar", "en"], "en"], [null, [], "en"], ["browser", ["en"], "en"], ["tlh", ["en"], "en"], ["constructor", ["en"], "en"],
])("a choice of %s in a browser of %s speaks %s", (chosen, wanted, spoken) => {
  expect(pick(chosen, wanted)).toBe(spoken);
  expect(Object.keys(languages)).toContain(spoken satisfies string as Key | string);
});

it("a screen that comes while the language changes has its words in it", async () => {
  vi.resetModules();
  let come!: () => void;
  const held = new Promise<void>((resolve) => { come = resolve; });
  const german = await vi.importActual<object>("./de/main");
  vi.doMock("./de/main", () => held.then(() => german));
  const words = await import(".");
  await words.speak("en");
  const spoken = words.speak("de");
  const wanted = words.want("lists");
  come();
  await Promise.all([spoken, wanted]);
  expect(words.language()).toBe("de");
  expect(words.t("reminders.add")).toBe("Hinzufügen");
  vi.doUnmock("./de/main");
});
