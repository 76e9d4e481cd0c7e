// A line's reading in words, and what follows from it. For the field and for the palette.
import { now, wallTime } from "../../../state/time";
import { momentOf } from "../../../state/wall";
import { language, locale } from "../../../words";
import { inWords } from "../rule";
import { read, type Reading, type When } from "./read";
import { timesOf } from "./times";

/** Reads a line by the owner's clock, in the language of the dashboard first. */
export const readNow = (line: string, at = now.value): Reading => (
  read(line, { now: at, wall: wallTime }, language(), locale() === "en-US")
);

const isoOf = ({ at, moment }: When): string | null => (at ? new Date(moment ?? momentOf(at)).toISOString() : null);

/** When it comes, in words: "Every 2 weeks on Tuesday at 09:00". */
export const saidOf = (when: When): string => inWords({ kind: when.kind, due_at: isoOf(when), rrule: when.rrule });

/** The next times, three at most. */
export function nextOf(when: When): string[] {
  const hours = /^FREQ=HOURLY(?:;INTERVAL=(\d+))?$/.exec(when.rrule ?? "");
  if (hours) {
    // As the hub does, by the owner's clock, whose day may have more or fewer of them.
    const first = Date.parse(when.at + "Z"), step = Number(hours[1] ?? 1) * 3_600_000;
    return [isoOf(when)!, ...[1, 2].map((i) => new Date(momentOf(new Date(first + i * step).toISOString().slice(0, 16))).toISOString())];
  }
  return when.moment !== undefined ? [isoOf(when)!] : (timesOf(when, when.at, 3) ?? []).map((at) => new Date(momentOf(at)).toISOString());
}

/** What a line says, in short: its text, and its time in words; null when it says no time. */
export function brief(line: string): { text: string; when: string } | null {
  const { when, past, text } = readNow(line);
  return when && !past && text ? { text, when: saidOf(when) } : null;
}
