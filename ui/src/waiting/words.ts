// What a draft says, in few words.
import type { Draft } from "../state/drafts";

/** How many lines of it are shown. */
const most = 3;

const linesIn = (of: unknown): string[] => {
  if (typeof of === "string") return of.split("\n").map((line) => line.trim()).filter(Boolean);
  return of && typeof of === "object" ? Object.values(of).flatMap(linesIn) : [];
};

/** The first lines that are new in it; where lines were only taken out, its first. */
export function wordsOf({ value, base }: Pick<Draft, "value" | "base">): string {
  const known = new Set(linesIn(base)), lines = linesIn(value);
  const news = lines.filter((line) => !known.has(line));
  return (news.length > 0 ? news : lines).slice(0, most).join("\n");
}
