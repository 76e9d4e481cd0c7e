import type { Project } from "../../api/types";
import { titleOf } from "../../state/projects";
import { locale, t } from "../../words";

const names = [["open", "projects.nOpen"], ["blocked", "projects.nBlocked"], ["done", "projects.nDone"], ["dismissed", "projects.nDismissed"]] as const;

/** How many threads a project has in each status, in words; without those it has none in. */
export const countsOf = (counts: Project["counts"]): { status: string; words: string }[] => names
  .filter(([status]) => (counts[status] ?? 0) > 0)
  .map(([status, word]) => ({ status, words: t(word, { n: counts[status]! }) }));

/** Pinned ones first, then by title as people sort. */
export const inOrder = (projects: readonly Project[]): Project[] => {
  const { compare } = new Intl.Collator(locale(), { numeric: true });
  return [...projects].sort((a, b) => Number(b.pinned) - Number(a.pinned) || compare(titleOf(a), titleOf(b)));
};

/** What a new progress file begins with: places for the steps, for the threads that the hub
 * lists, and for the log. */
export const firstText = (title: string): string => `# ${title}

## ${t("projects.steps")}

- [ ] 

## ${t("common.threads")}

<!-- hub:threads -->
<!-- /hub:threads -->

## Log
`;
