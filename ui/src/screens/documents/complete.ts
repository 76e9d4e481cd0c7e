// Which pages a link that is being typed may mean.
import type { PageInfo } from "../../api/types";

/** What is typed of a link so far, and where it begins; null outside of one. */
export function openLink(text: string, caret: number): { words: string; from: number } | null {
  const found = /\[\[([^[\]|#\n]{0,80})$/.exec(text.slice(Math.max(0, caret - 100), caret));
  return found ? { words: found[1]!, from: caret - found[1]!.length } : null;
}

export interface Suggestion {
  title: string;
  /** Where it is; null: there is no such page yet. */
  path: string | null;
  /** What stands between the brackets. */
  target: string;
}

/** How many are offered. */
const most = 6;

const plain = (text: string) => text.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "");

/** The shortest link that leads to a page and shows its title. */
export function targetOf({ path, title }: Pick<PageInfo, "path" | "title">): string {
  if (/[[\]|#]/.test(title) || title === path) return path;
  return title.toLowerCase().replaceAll(" ", "-") === path ? title : `${path}|${title}`;
}

/** The pages that fit the words, those first whose title begins with them; at last the page
 * that is not there yet. */
export function suggestions(pages: readonly PageInfo[], words: string): Suggestion[] {
  const wanted = plain(words.trim());
  const ranked = pages.flatMap((page) => {
    const title = plain(page.title);
    if (title.startsWith(wanted)) return { page, rank: 0 };
    if (title.includes(wanted)) return { page, rank: 1 };
    return page.path.includes(wanted) ? { page, rank: 2 } : [];
  }).sort((a, b) => a.rank - b.rank || a.page.title.length - b.page.title.length);
  const found = ranked.slice(0, most).map(({ page }) => ({ title: page.title, path: page.path, target: targetOf(page) }));
  const there = pages.some(({ title, path }) => plain(title) === wanted || path === wanted);
  return wanted && !there ? [...found, { title: words.trim(), path: null, target: words.trim() }] : found;
}
