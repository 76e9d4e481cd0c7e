// The words of the dashboard, in the language of the owner. A sentence stands in the catalogue
// of each language under the same key; the English one says which keys there are and what they take.
import { computed, signal } from "@preact/signals";
import type bring from "./en/bring";
import type connect from "./en/connect";
import type documents from "./en/documents";
import type lists from "./en/lists";
import type main from "./en/main";
import type settings from "./en/settings";
import type threads from "./en/threads";
import type { Forms, Said } from "./forms";
import { parts, type PartName, room } from "./parts";

type English = typeof main & typeof documents & typeof lists & typeof settings & typeof threads & typeof bring & typeof connect;

/** The name of a sentence. */
export type Key = keyof English;

type Names<S> = S extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;

/** What a sentence says in English, in all its forms. */
export type WordsOf<K extends Key> = English[K] extends string ? English[K] : English[K][keyof English[K]];

/** What stands in braces in a sentence. */
export type ParamsOf<K extends Key> = Names<WordsOf<K>> | (English[K] extends string ? never : "n");

/** A catalogue by the numbers that the build gives to keys, or by name. */
export type Part = readonly (string | Forms)[] | Readonly<Record<string, string | Forms>>;

/** The languages, in their own words. */
export const languages = { en: "English", de: "Deutsch", es: "Español", fr: "Français", ja: "日本語" } as const;
export type Language = keyof typeof languages;

type Load = () => Promise<{ default: Part }>;

const files: Record<Language, Record<PartName, Load>> = {
  en: { main: () => import("./en/main"), documents: () => import("./en/documents"), lists: () => import("./en/lists"), settings: () => import("./en/settings"), threads: () => import("./en/threads"), bring: () => import("./en/bring"), connect: () => import("./en/connect") },
  de: { main: () => import("./de/main"), documents: () => import("./de/documents"), lists: () => import("./de/lists"), settings: () => import("./de/settings"), threads: () => import("./de/threads"), bring: () => import("./de/bring"), connect: () => import("./de/connect") },
  es: { main: () => import("./es/main"), documents: () => import("./es/documents"), lists: () => import("./es/lists"), settings: () => import("./es/settings"), threads: () => import("./es/threads"), bring: () => import("./es/bring"), connect: () => import("./es/connect") },
  fr: { main: () => import("./fr/main"), documents: () => import("./fr/documents"), lists: () => import("./fr/lists"), settings: () => import("./fr/settings"), threads: () => import("./fr/threads"), bring: () => import("./fr/bring"), connect: () => import("./fr/connect") },
  ja: { main: () => import("./ja/main"), documents: () => import("./ja/documents"), lists: () => import("./ja/lists"), settings: () => import("./ja/settings"), threads: () => import("./ja/threads"), bring: () => import("./ja/bring"), connect: () => import("./ja/connect") },
};

/** What the hub says in English it says by itself. */
const saidIn: { readonly [L in Exclude<Language, "en">]: () => Promise<{ default: Said }> } = {
  de: () => import("./de/said"), es: () => import("./es/said"), fr: () => import("./fr/said"), ja: () => import("./ja/said"),
};

interface Spoken {
  language: Language;
  parts: Readonly<Partial<Record<PartName, Part>>>;
  said: Said;
}

const spoken = signal<Spoken>({ language: "en", parts: {}, said: {} });

/** The language that is spoken. */
export const language = (): Language => spoken.value.language;

const isLanguage = (name: string): name is Language => Object.hasOwn(languages, name);
const baseOf = (tag: string): string => tag.toLowerCase().split("-")[0]!;

/** The language to speak: the chosen one, else the first of the browser's that there is. */
export const pick = (chosen: string | null | undefined, wanted: readonly string[] = navigator.languages): Language => (
  chosen && isLanguage(chosen) ? chosen : wanted.map(baseOf).find(isLanguage) ?? "en"
);

const localised = computed(() => {
  const { language: name } = spoken.value;
  const tag = navigator.languages.find((one) => baseOf(one) === name) ?? name;
  return { tag, plurals: new Intl.PluralRules(tag), numbers: new Intl.NumberFormat(tag), lists: new Intl.ListFormat(tag, { type: "conjunction" }) };
});

/** The locale of dates and numbers: the browser's own variant of the language, such as en-GB. */
export const locale = (): string => localised.value.tag;

/** A number as it is written. */
export const count = (n: number): string => localised.value.numbers.format(n);

/** A list in a sentence: "a, b and c". */
export const list = (words: readonly string[]): string => localised.value.lists.format(words);

const wanted = new Set<PartName>(["main"]);
let latest: Language | null = null;
let begun!: () => void;
const beginning = new Promise<void>((resolve) => { begun = resolve; });
let changing: Promise<void> = beginning;

/** Goes over to a language, once its words are there. */
export function speak(name: Language): Promise<void> {
  latest = name;
  const learned = learn(name);
  changing = learned.then(begun, begun); // without them the language stays
  return learned;
}

async function learn(name: Language): Promise<void> {
  const names = [...wanted];
  const [said, ...loaded] = await Promise.all([name === "en" ? null : saidIn[name](), ...names.map((part) => files[name][part]())]);
  if (latest === name) use(name, Object.fromEntries(names.map((part, i) => [part, loaded[i]!.default])), said?.default);
}

/** Speaks the words that are given. */
export function use(name: Language, given: Spoken["parts"], said: Said = {}): void {
  spoken.value = { language: name, parts: given, said };
  document.documentElement.lang = name;
}

/** Fetches a part that a screen needs, if it is not there. */
export async function want(part: PartName | undefined): Promise<void> {
  if (!part || spoken.peek().parts[part]) return;
  wanted.add(part);
  await changing; // which may bring it, and says in which language
  const { language: name, parts: there } = spoken.peek();
  if (there[part]) return;
  const { default: words } = await files[name][part]();
  const now = spoken.peek();
  if (now.language === name) spoken.value = { ...now, parts: { ...now.parts, [part]: words } };
  else return want(part);
}

/** Where nouns are written with a capital. */
const capital: readonly string[] = ["de"];

/** The words of a label within a sentence: without its capital, where nouns are not written with one. */
export const within = (label: string): string => (capital.includes(language()) ? label : label.charAt(0).toLocaleLowerCase(locale()) + label.slice(1));

/** The first letter as at the beginning of a sentence. */
export const sentence = (text: string): string => text.charAt(0).toLocaleUpperCase(locale()) + text.slice(1);

function messageOf(key: Key): string | Forms | undefined {
  const given = spoken.value.parts;
  if (typeof key === "number") return (given[parts[Math.floor(key / room)]!] as readonly (string | Forms)[] | undefined)?.[key % room];
  for (const part of Object.values(given)) if (key in part) return (part as Record<string, string | Forms>)[key];
  return undefined;
}

/** A sentence of the catalogue with its braces as they are; "" while its words are not there. */
export const pattern = (key: Key, n?: unknown): string => formOf(messageOf(key) ?? "", n);

const formOf = (message: string | Forms, n: unknown): string => (
  typeof message === "string" ? message : (Number(n) === 1 && message[1]) || (message[localised.value.plurals.select(Number(n))] ?? message.other)
);

type Given<K extends Key> = [ParamsOf<K>] extends [never] ? [] : [params: Record<ParamsOf<K>, string | number>];

/** A sentence in the owner's language. Numbers are written as there. */
export function t<K extends Key>(key: K, ...[params]: Given<K>): string {
  const values = params as Record<string, string | number> | undefined;
  const text = pattern(key, values?.n);
  return values ? filledIn(text, values) : text;
}

const filledIn = (text: string, values: Record<string, string | number>): string => text.replace(/\{(\w+)\}/g, (_, name: string) => shown(values[name]));
const shown = (value: string | number | undefined): string => (typeof value === "number" ? count(value) : value ?? "");

/** The code of a sentence of the hub, and what it speaks of: texts, numbers and other sentences. */
export interface Coded {
  code?: string;
  params?: Record<string, unknown>;
}

/** A sentence of the hub in the owner's language; in its own English where there are no words
 * for the whole of it. */
export const said = (text: string, of: Coded | null): string => (of && translated(of)) ?? text;

function translated({ code, params = {} }: Coded): string | null {
  const message = code && Object.hasOwn(spoken.value.said, code) ? spoken.value.said[code] : null;
  if (message == null) return null;
  const values: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(params)) {
    const words = typeof value === "object" ? translated(value as Coded) : value as string | number;
    if (words === null) return null;
    values[name] = words;
  }
  return filledIn(formOf(message, values.n), values);
}
