// The wiki: the tree of its pages, and one page.
import type { ScreenProps } from "../../places";
import { extra } from "../../parts/deferred";
import { Split } from "../../parts/Split";
import { to } from "../../router";
import { usePageTree } from "../documents/pages";
import { NewPage } from "./NewPage";
import { PageDetail } from "./PageDetail";
import { Tree } from "./Tree";
import { t } from "../../words";
import "../documents/documents.css";

const Landing = extra(() => import("./Landing"));

export default function Wiki({ params: { path }, query }: ScreenProps) {
  const pages = usePageTree();
  const adding = !path && query.has("new");
  const writing = Boolean(path) && query.has("edit");
  return (
    <Split kind={writing ? "wiki writing" : "wiki"} label={adding ? t("wiki.newPage") : t("wiki.page")} back={!writing && path && to("wiki")} hint={<Landing pages={pages} />} list={<Tree pages={pages} current={path ?? null} adding={adding} />}>
      {path ? <PageDetail key={path} path={path} query={query} pages={pages} /> : adding && <NewPage folder={query.get("in") ?? ""} />}
    </Split>
  );
}
