// The grammar of the line: what its phrases say, whatever the language. Each phrase is looked for
// once, and what was taken is blanked, so that none is read twice.
import type { Tag, Tongue } from "./tongue";

/** What was said of the time. Days of the week count from 0, Monday. */
export interface Said {
  session?: boolean;
  random?: boolean;
  /** So many minutes from now. */
  minutes?: number;
  /** So many units from today. */
  ahead?: { n: number; unit: Unit };
  rule?: { n: number; unit: Unit };
  /** A list of days, each week. */
  days?: number[];
  /** One weekday; `next` was said before it. */
  day?: number;
  next?: boolean;
  /** The second Tuesday: each month, or perhaps; with "every" before it, it may count weeks. */
  place?: { nth: number; day: number; sure: "each" | "weeks" | "once" };
  /** A working day of the month, the first, or the last for -1: each month, or once. */
  workday?: { nth: number; sure: "each" | "once" };
  /** Dates of a month. */
  dates?: number[];
  end?: boolean;
  /** Whether dates and the end are of each month; said as "of the month" they may be of this one. */
  monthly?: "each" | "maybe";
  date?: { year?: number; month: number; date: number };
  /** In figures, day and month may be meant the other way around. */
  figures?: boolean;
  nextUnit?: Unit;
  time?: { hour: number; minute: number; noon?: "am" | "pm"; plain: boolean };
  part?: string;
}

export type Unit = "minute" | "hour" | "day" | "week" | "month" | "year";
const units: readonly Unit[] = ["minute", "hour", "day", "week", "month", "year"];

/** What was found in a line: what it says, and where. */
export interface Found {
  said: Said;
  /** From and to, in characters. */
  taken: readonly (readonly [from: number, to: number])[];
  /** How many characters are surely about time. */
  weight: number;
}

const gone = "\u0001";
const parting = { before: "(?<![\\p{L}\\p{N}]|\\d[.:,/])", after: "(?![\\p{L}\\p{N}]|[.:,/]\\d)" };
/** Taken with a phrase where words are not parted. After a space it is one only before what is no hiragana: にんじん is a word. */
const particle = "(?:に|は|の|、|,| [には](?=[^ \\p{Script=Hiragana}]))?";

/** Text as the patterns know it, character by character: lower case, Latin without accents, figures of half width. */
export function fold(text: string): string {
  let out = "";
  for (let i = 0; i < text.length; i++) {
    const one = text[i]!;
    const bare = one === "’" ? "'" : one < "\u0250" ? one.normalize("NFD")[0]! : /[\uff01-\uff5e]/.test(one) ? String.fromCharCode(one.charCodeAt(0) - 0xfee0) : one === "\u00a0" || one === "\u3000" ? " " : one;
    const small = bare.toLowerCase();
    out += small.length === 1 && small !== gone ? small : " ";
  }
  return out;
}

/** Phrases of every language: a short day beside a time, a part of the day or a bare hour after a day. */
const beside = (spaced: boolean): readonly (readonly [Tag, string])[] => [
  ...(spaced ? [["day", `<short>(?= ?${gone})|(?<=${gone} ?)<short2>`] as const] : []),
  ["part", `(?<=${gone} ?)<part>${spaced ? "" : `(?=[ にはの${gone}]|$)`}`], ["time", `(?<=${gone} ?)<hour>(?= ?(?:${gone}|$))`],
];
const iso = "(?<year>\\d{4})-<figure>-<date>";

interface Ready extends Tongue {
  ready: readonly { tag: Tag; pattern: RegExp; weak: boolean }[];
  begins: RegExp;
}

const made = new Map<Tongue, Ready>();
const any = (words: readonly string[]): string => words.map((one) => `(?:${one})`).join("|");
const whole = (words: string): RegExp => new RegExp(`^(?:${words})$`, "u");

/** A tongue with its patterns made. */
function readyOf(tongue: Tongue): Ready {
  const known = made.get(tongue);
  if (known) return known;
  const day = any([...tongue.days, ...tongue.short]), plural = any(tongue.days.map((one) => one.replace(/s\?$/, "s")));
  const listOf = (one: string) => `(?:${one})(?:(?:${tongue.and})(?:${one})){0,6}`;
  const hours = Object.entries(tongue.numbers).filter(([, n]) => n > 1 && n <= 12).map(([words]) => words);
  const slots: Record<string, string> = {
    n: any(["\\d{1,4}", ...Object.keys(tongue.numbers)].reverse()), more: "\\d{1,2}|半", unit: any(tongue.units), day, last: day, whole: any(tongue.days), short: any(tongue.short), days: listOf(day), plural: listOf(plural),
    nth: any(tongue.places.map(([words]) => words)), date: "[12]\\d|3[01]|0?[1-9]", figure: "1[0-2]|0?[1-9]", year: "(?:19|20|21)\\d\\d", month: any(tongue.months),
    hour: any([tongue.spaced ? "2[0-4]|1\\d|0?\\d" : "2[0-9]|1\\d|0?\\d", ...hours]), minute: "[0-5]\\d", noon: any([tongue.am, tongue.pm]), part: any(tongue.parts.map(([words]) => words)),
  };
  const make = (tag: Tag, text: string, weak: boolean) => {
    const filled = text.replace(/(?<!\(\?)<([a-z]+)(\d?)>/g, (_, name: string, more: string) => `(?<${name}${more}>${slots[name]!})`);
    return { tag, weak, pattern: new RegExp(tongue.spaced ? `${parting.before}(?:${filled})${parting.after}` : `(?<!\\d)(?:${filled})${particle}`, "u") };
  };
  const ready: Ready = {
    ...tongue, begins: new RegExp(tongue.lead || "^\\b\\B", "u"),
    ready: [make("date", iso, false), ...tongue.phrases.map(([tag, text]) => make(tag, text, false)), ...beside(tongue.spaced).map(([tag, text]) => make(tag, text, true))],
  };
  made.set(tongue, ready);
  return ready;
}

/** What a line says of the time, in a language. */
export function find(line: string, tongue: Tongue): Found {
  const ready = readyOf(tongue);
  let rest = fold(line);
  const taken: [number, number][] = [];
  const take = (at: number, length: number) => {
    taken.push([at, at + length]);
    rest = rest.slice(0, at) + gone.repeat(length) + rest.slice(at + length);
  };
  let said: Said = {}, weight = 0;
  for (const { tag, pattern, weak } of ready.ready) {
    const match = pattern.exec(rest);
    if (!match) continue;
    const groups = Object.fromEntries(Object.entries(match.groups ?? {}).filter(([, text]) => text !== undefined).map(([name, text]) => [name.replace(/\d$/, ""), text!]));
    const more = sayingOf(tag, groups, ready, said);
    if (!more) continue;
    said = { ...said, ...more };
    if (!weak) weight += match[0].length;
    take(match.index, match[0].length);
    if (said.session || said.random || said.minutes !== undefined) break;
  }
  if (weight > 0) {
    const lead = ready.begins.exec(rest);
    if (lead && lead[0]) take(lead.index, lead[0].length);
  }
  return { said, taken, weight };
}

/** What a phrase adds to what was said; null: it says something that is said already. */
function sayingOf(tag: Tag, of: Record<string, string>, tongue: Tongue, was: Said): Said | null {
  const index = (words: readonly string[], text: string | undefined): number => words.findIndex((one) => whole(one).test(text ?? ""));
  const dayNamed = (text: string | undefined): number => Math.max(index(tongue.days, text), index(tongue.short, text));
  const numberOf = (text = "1"): number => (/^\d+$/.test(text) ? Number(text) : Object.entries(tongue.numbers).find(([words]) => whole(words).test(text))?.[1] ?? 1);
  const unit = units[index(tongue.units, of.unit)] ?? "day";
  const nth = tongue.places.find(([words]) => whole(words).test(of.nth ?? ""))?.[1] ?? 1;
  const part = tongue.parts.find(([words]) => whole(words).test(of.part ?? ""))?.[1];
  const day = dayNamed(of.day ?? of.whole ?? of.short);
  const on = was.days || was.day !== undefined || was.place || was.workday || was.dates || was.end || was.date || was.ahead;
  const dayed = (more: Said): Said | null => (on ? null : { ...more, ...(part && { part }) });
  const rule = (n: number, of: Unit): Said | null => (was.rule || of === "minute" || n < 1 || (of === "hour" && !Number.isInteger(n)) ? null : { rule: { n, unit: of }, ...(part && { part }) });
  const time = (more: number, hourMore = 0): Said | null => {
    const hour = numberOf(of.hour) + hourMore, minute = Number(of.minute ?? 0) + more;
    if (was.time || hour > 30) return null;
    const noon = of.noon && (whole(tongue.am).test(of.noon) ? "am" : "pm");
    return { time: { hour: (hour + 24) % 24, minute, ...(noon && { noon }), plain: hour >= 1 && hour <= 12 && !/^0/.test(of.hour ?? "") } };
  };
  switch (tag) {
    case "session": return { session: true };
    case "random": return { random: true };
    case "in": {
      const n = numberOf(of.n), more = of.more === "半" ? 30 : Number(of.more ?? 0);
      if (unit === "minute" || unit === "hour") return { minutes: Math.round(n * (unit === "hour" ? 60 : 1)) + more };
      return unit === "year" && n === .5 ? dayed({ ahead: { n: 6, unit: "month" } }) : dayed({ ahead: { n: Math.ceil(n), unit } });
    }
    case "place": return dayed({ place: { nth, day, sure: "each" } });
    case "maybePlace": return dayed({ place: { nth, day, sure: nth === 1 || nth === -1 ? "each" : "weeks" } });
    case "onPlace": return dayed({ place: { nth, day, sure: "once" } });
    case "workday": return dayed({ workday: { nth, sure: "each" } });
    // No rule says "every second working day": no day is one.
    case "edgeWorkday": return dayed(nth === 1 || nth === -1 ? { workday: { nth, sure: "each" } } : { days: [] });
    case "onWorkday": return dayed({ workday: { nth, sure: "once" } });
    case "dates": return dayed({ dates: [Number(of.date)], monthly: "each" });
    case "maybeDate": return dayed({ dates: [Number(of.date)], monthly: was.rule?.unit === "month" ? "each" : "maybe" });
    case "onDate": return dayed({ dates: [Number(of.date)], ...(was.rule?.unit === "month" && { monthly: "each" as const }) });
    case "end": return dayed({ end: true, monthly: "each" });
    case "maybeEnd": return dayed({ end: true, monthly: was.rule?.unit === "month" ? "each" : "maybe" });
    case "yearly": case "date": case "number": {
      const month = of.figure ? Number(of.figure) : index(tongue.months, of.month) + 1;
      return dayed({
        date: { month, date: Number(of.date), ...(of.year && { year: Number(of.year) }) },
        ...(tag === "yearly" && { rule: { n: 1, unit: "year" as const } }), ...(tag === "number" && tongue.spaced && { figures: true }),
      });
    }
    case "otherDay": return dayed({ day, rule: { n: 2, unit: "week" } });
    case "workdays": return dayed({ days: [0, 1, 2, 3, 4] });
    case "weekends": return dayed({ days: [5, 6] });
    case "span": {
      const to = dayNamed(of.last);
      return to > day ? dayed({ days: Array.from({ length: to - day + 1 }, (_, i) => day + i) }) : null;
    }
    case "days": {
      const days = (of.days ?? of.plural ?? "").split(new RegExp(tongue.and, "u")).map(dayNamed).filter((one) => one >= 0);
      return dayed({ days: [...new Set(days)].sort() });
    }
    case "daily": return rule(1, "day");
    case "every": return rule(of.nth ? nth : numberOf(of.n), unit);
    case "other": return rule(2, unit);
    case "hours": return rule(1, "hour");
    case "weeks": return rule(1, "week");
    case "fortnights": return rule(2, "week");
    case "months": return rule(1, "month");
    case "years": return rule(1, "year");
    case "before": return dayed({ ahead: { n: -2, unit: "day" } });
    case "yesterday": return dayed({ ahead: { n: -1, unit: "day" } });
    case "today": return dayed({ ahead: { n: 0, unit: "day" } });
    case "tomorrow": return dayed({ ahead: { n: 1, unit: "day" } });
    case "after": return dayed({ ahead: { n: 2, unit: "day" } });
    case "next": return was.nextUnit || was.ahead || was.date || unit === "day" || unit === "hour" || unit === "minute" ? null : { nextUnit: unit };
    case "weekend": return dayed({ day: 5 });
    case "nextDay": return dayed({ day, next: true });
    case "day": case "dayPart": return dayed({ day });
    case "from": return was.rule?.unit === "hour" ? time(0) : null;
    case "time": return time(0);
    case "halfPast": return time(30);
    case "quarterPast": return time(15);
    case "halfTo": return time(30, -1);
    case "quarterTo": return time(45, -1);
    case "part": return was.part || !part ? null : { part };
  }
}
