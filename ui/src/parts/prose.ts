// What a rendered document still needs on the page: names for its boxes, the right depth of
// its headings, a way to scroll what is wide, and a first step for links that lead nowhere.
import { t } from "../words";


interface Furnishing {
  /** The heading above the document. */
  title?: string | undefined;
  /** Whether its boxes can be ticked. */
  ticks?: boolean;
}

/** The headings above a document: the page's, and the document's own. */
const above = 2;

/** The line of the source that a task box stands for; null when it is none. */
export const lineOf = (box: Element | null): number | null => {
  const line = box?.getAttribute("data-line");
  return line ? Number(line) : null;
};

/** How many task boxes a rendered document has, and how many are ticked. Only boxes are inputs. */
export const tasksIn = (html: string): { total: number; done: number } => ({
  total: html.match(/<input /g)?.length ?? 0,
  done: html.match(/<input [^>]*checked/g)?.length ?? 0,
});

/** A rendered document without its ticks, and the lines that are ticked. */
export function apart(html: string): [markup: string, ticked: ReadonlySet<number>] {
  const ticked = new Set<number>();
  const markup = html.replace(/<input [^>]*>/g, (box) => { // in text, < and " are written otherwise
    const without = box.replace(' checked=""', "");
    if (without !== box) ticked.add(Number(/data-line="(\d+)"/.exec(box)?.[1]));
    return without;
  });
  return [markup, ticked];
}

const words = (node: Node | null) => (node?.textContent ?? "").replace(/\s+/g, " ").trim();

/** Makes a rendered document fit for the page. May be called again. */
export function furnish(prose: HTMLElement, { title, ticks = false }: Furnishing): void {
  const first = prose.firstElementChild as HTMLElement | null;
  if (first?.tagName === "H1") first.hidden = title !== undefined && words(first) === title.trim();
  const within: number[] = []; // the headings around the present one; a document may leave levels out
  for (const heading of prose.querySelectorAll<HTMLElement>("h1, h2, h3, h4, h5, h6")) {
    if (heading.hidden) continue;
    const own = Number(heading.tagName[1]);
    while (within.length > 0 && within.at(-1)! >= own) within.pop();
    within.push(own);
    heading.setAttribute("aria-level", String(Math.min(6, within.length + above)));
  }

  for (const box of prose.querySelectorAll<HTMLInputElement>("input[data-line]")) {
    box.setAttribute("aria-label", nameOf(box));
    box.disabled = !ticks;
  }
  for (const link of prose.querySelectorAll("a.missing:not(:has(.unseen))")) {
    const url = new URL((link as HTMLAnchorElement).href);
    url.search = new URLSearchParams({ edit: "1", title: words(link) }).toString();
    url.hash = "";
    link.setAttribute("href", url.pathname + url.search);
    const note = document.createElement("span");
    note.className = "unseen";
    note.textContent = ` ${t("parts.notWritten")}`;
    link.append(note);
  }
  for (const wide of prose.querySelectorAll("pre, table")) {
    if (wide.closest(".wide-part")) continue;
    const around = document.createElement("div");
    around.className = "wide-part";
    around.tabIndex = 0;
    around.setAttribute("role", "group");
    around.setAttribute("aria-label", wide.tagName === "PRE" ? t("parts.code") : t("parts.table"));
    wide.replaceWith(around);
    around.append(wide);
  }
}

/** What a task says, without the tasks below it. */
function nameOf(box: HTMLInputElement): string {
  const item = box.closest("li")?.cloneNode(true) as HTMLElement | undefined;
  for (const below of item?.querySelectorAll("ul, ol, pre, table, .unseen") ?? []) below.remove();
  return words(item ?? null) || t("parts.task");
}
