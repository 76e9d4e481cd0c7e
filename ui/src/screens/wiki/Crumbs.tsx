import { to } from "../../router";
import { above, nameOf } from "./tree";
import { t } from "../../words";

/** The folders a page is in. */
export const Crumbs = ({ path }: { path: string }) => (path.includes("/")
  ? <nav class="crumbs" aria-label={t("wiki.folders")}>{above(path).map((folder) => <span key={folder}><a href={to("page", { path: folder })}>{nameOf(folder)}</a> /</span>)}</nav>
  : null);
