import type { PageInfo } from "../../api/types";
import { type PagedResource, usePages } from "../../state/resource";

/** All wiki pages, by path. */
export const usePageTree = (when = true): PagedResource<PageInfo> => usePages("/api/wiki", { query: { limit: 200 } }, { on: ["wiki"], all: true, when });

const nothing: readonly PageInfo[] = [];

/** All wiki pages, for links; none as long as they are not known. */
export const usePageList = (when = true): readonly PageInfo[] => usePageTree(when).data.value?.items ?? nothing;
