import type { Event, PageInfo } from "../../api/types";

/** The newest change of each page that is still there, with the page, the newest first. */
export function recentlyChanged(events: readonly Event[], pages: readonly PageInfo[], most: number): { page: PageInfo; event: Event }[] {
  const byAddress = new Map(pages.map((page) => ["hub://wiki/" + page.path, page]));
  const seen = new Set<string>();
  return events.flatMap((event) => {
    const page = byAddress.get(event.subject);
    if (!page || seen.has(event.subject)) return [];
    seen.add(event.subject);
    return [{ page, event }];
  }).slice(0, most);
}
