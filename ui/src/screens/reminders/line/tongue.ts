// What the grammar of the line knows of a language: words as regular expressions over folded text
// (lower case, without accents), and the phrases that they stand in.

/** What a phrase says. `on` alone is a day or a date; `every` makes a rule of what else is said. */
export type Tag =
  | "session" | "random"
  | "in" // <n> <unit>: counted from now
  | "every" | "other" // <n> <unit>; every second one
  | "hours" | "daily" | "weeks" | "fortnights" | "months" | "years" // where there is a word for it
  | "days" // <days>: every week on them
  | "workdays" | "weekends" | "span" // from <day> to <last>
  | "otherDay" // <day>: every second one
  | "place" // <nth> <day> of the month, each time
  | "maybePlace" // every <nth> <day>: of the month, or every so many weeks
  | "onPlace" // <nth> <day>, a rule when another word says so
  | "workday" // the <nth> working day of the month, each time
  | "edgeWorkday" // every <nth> working day: the first or last of each month
  | "onWorkday" // the <nth> working day, a rule when another word says so
  | "dates" // <date>, each month
  | "end" | "maybeEnd" | "maybeDate" // the last day, or a date, of the month: once or each time
  | "yearly" // <date> <month>, each year
  | "date" | "number" // <date> <month> <year>; in figures
  | "onDate" // <date> alone
  | "today" | "tomorrow" | "after" // the day, and maybe its <part>
  | "yesterday" | "before" // it is over: nobody is reminded tomorrow of what was yesterday
  | "next" // <unit>
  | "weekend"
  | "day" | "nextDay" | "dayPart" // <day>, and its <part>
  | "from" // <hour> <minute> <noon>, where hours are counted from it
  | "time" | "halfPast" | "quarterPast" | "halfTo" | "quarterTo" // <hour> <minute> <noon>
  | "part"; // of the day, alone

export interface Tongue {
  /** Words are parted by spaces. */
  spaced: boolean;
  /** From Monday on, whole; and for short. */
  days: readonly string[];
  short: readonly string[];
  months: readonly string[];
  /** minute, hour, day, week, month, year */
  units: readonly string[];
  /** Parts of the day, with their times. */
  parts: readonly (readonly [words: string, time: string])[];
  numbers: Readonly<Record<string, number>>;
  /** first to fifth, and -1 for the last. */
  places: readonly (readonly [words: string, nth: number])[];
  /** Between days in a list. */
  and: string;
  /** Said of hours: before and after noon. */
  am: string;
  pm: string;
  /** What may stand before the text, as "remind me to". */
  lead: string;
  /** The order is the one they are tried in. */
  phrases: readonly (readonly [tag: Tag, pattern: string])[];
}
