// The two kinds of documents behind one interface: wiki pages and projects' progress files.
import { api, type Answer } from "../../api/client";
import type { Revision } from "../../api/types";
import { to } from "../../router";
import { type PagedResource, type Resource, usePages, useResource } from "../../state/resource";

/** Which document: a page by its path, or the progress file of a project. */
export type Source = { page: string } | { project: string };

/** What both are. */
export interface Text {
  markdown: string;
  html?: string;
  /** 0: nothing was written yet. */
  rev: number;
  updated_at: string | null;
}

/** Its name in subjects: "wiki/home/plan", "projects/shop/progress". */
export const keyOf = (source: Source): string => ("page" in source ? `wiki/${source.page}` : `projects/${source.project}/progress`);

/** Where it is shown: as it is, or with what `query` asks for. */
export const placeOf = (source: Source, query: Record<string, string | null> = {}): string => ("page" in source
  ? to("page", { path: source.page }, query)
  : to("project", { slug: source.project }, query));

/** The ETag that stands for "only if there is none yet". */
export const none = '"0"';

/** The document as it is now, rendered. */
export function useText(source: Source, when = true): Resource<Text> {
  return "page" in source
    ? useResource("/api/wiki/{path}", { path: { path: source.page }, query: { html: true } }, { on: ["wiki"], when })
    : useResource("/api/projects/{slug}/progress", { path: { slug: source.project }, query: { html: true } }, { on: [`projects/${source.project}`, "threads", "wiki"], when });
}

/** An earlier version, rendered; it never changes. */
export function useVersion(source: Source, rev: number): Resource<Text> {
  return "page" in source
    ? useResource("/api/wiki/{path}", { path: { path: source.page }, query: { html: true, rev } }, { on: [] })
    : useResource("/api/projects/{slug}/progress", { path: { slug: source.project }, query: { html: true, rev } }, { on: [] });
}

/** Its versions, the newest first. */
export function useVersions(source: Source, when = true): PagedResource<Revision> {
  return "page" in source
    ? usePages("/api/wiki-revisions/{path}", { path: { path: source.page }, query: { limit: 10 } }, { on: [keyOf(source)], when })
    : usePages("/api/projects/{slug}/progress-revisions", { path: { slug: source.project }, query: { limit: 10 } }, { on: [keyOf(source)], when });
}

/** Writes it, if it is still the version with this ETag. */
export const write = (source: Source, markdown: string, ifMatch: string): Promise<Answer<Text>> => ("page" in source
  ? api.put("/api/wiki/{path}", { path: { path: source.page }, body: { markdown }, ifMatch })
  : api.put("/api/projects/{slug}/progress", { path: { slug: source.project }, body: { markdown }, ifMatch }));
