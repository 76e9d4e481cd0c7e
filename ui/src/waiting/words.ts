// What a draft says, in few words.
import { linesIn } from "../parts/Field";
import type { Draft } from "../state/drafts";

/** How many lines of it are shown. */
const most = 3;

/** The lines of all texts in it. */
const allLines = (of: unknown): string[] => (typeof of === "string" ? linesIn(of) : of && typeof of === "object" ? Object.values(of).flatMap(allLines) : []);

/** The first lines that are new in it; where lines were only taken out, its first. */
export function wordsOf({ value, base }: Pick<Draft, "value" | "base">): string {
  const known = new Set(allLines(base)), lines = allLines(value);
  const news = lines.filter((line) => !known.has(line));
  return (news.length > 0 ? news : lines).slice(0, most).join("\n");
}
