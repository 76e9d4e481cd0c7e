import type { PageInfo } from "../../api/types";
import { Icon } from "../../parts/Icon";
import { Row, Rows } from "../../parts/Row";
import { Time } from "../../parts/Time";
import { to } from "../../router";
import { within } from "./tree";
import { t } from "../../words";

/** The pages in a page or folder. */
export function Below({ path, pages }: { path: string; pages: readonly PageInfo[] }) {
  const below = within(pages, path).filter((page) => page.path !== path);
  if (below.length === 0) return null;
  return (
    <section class="aside-part" aria-label={t("common.pagesInIt")}>
      <h3 class="section">{t("common.pagesInIt")}</h3>
      <Rows label={t("common.pagesInIt")}>{below.map((page) => <Row key={page.path} href={to("page", { path: page.path })} mark={<Icon name="page" small />} title={page.title} when={<Time at={page.updated_at} />} />)}</Rows>
    </section>
  );
}
