// The wiki: the tree of its pages, and beside it from 60 rem (in its place on a phone) one page.
import type { ScreenProps } from "../../places";
import { usePageTree } from "../documents/pages";
import { NewPage } from "./NewPage";
import { PageDetail } from "./PageDetail";
import { Tree } from "./Tree";
import "../documents/documents.css";

export default function Wiki({ params: { path }, query }: ScreenProps) {
  const pages = usePageTree();
  const adding = !path && query.has("new");
  const writing = Boolean(path) && query.has("edit");
  return (
    <div class={["split", "wiki", (path || adding) && "showing-detail", writing && "writing"].filter(Boolean).join(" ")}>
      <Tree pages={pages} current={path ?? null} adding={adding} />
      <section class="split-detail" aria-label={adding ? "New page" : "Page"}>
        {path ? <PageDetail key={path} path={path} query={query} pages={pages} /> : adding ? <NewPage folder={query.get("in") ?? ""} /> : <p class="split-hint">Choose a page to read it.</p>}
      </section>
    </div>
  );
}
