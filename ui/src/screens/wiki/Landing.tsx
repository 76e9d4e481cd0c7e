// The wiki as a whole, as long as no page is chosen: what has changed and by whom, what nothing leads
// to, and what leads nowhere.
import type { PageInfo } from "../../api/types";
import { ButtonLink } from "../../parts/Button";
import { Icon } from "../../parts/Icon";
import { Together } from "../../parts/Rest";
import { Row, Rows } from "../../parts/Row";
import { Time } from "../../parts/Time";
import { to } from "../../router";
import { actorOf } from "../../state/events";
import { type Pages, type Resource, useResource } from "../../state/resource";
import { recentlyChanged } from "./recent";
import { t } from "../../words";
import "./landing.css";

/** How many pages show as recently changed. */
const most = 6;

export default function Landing({ pages }: { pages: Resource<Pages<PageInfo>> }) {
  const events = useResource("/api/events", { query: { kind: "page", limit: 100 } }, { on: ["wiki"] });
  const links = useResource("/api/wiki-links", {}, { on: ["wiki", "projects"] });
  const all = pages.data.value?.items ?? [];
  const recent = recentlyChanged(events.data.value ?? [], all, most);
  const { orphans = [], orphan_count: orphaned = 0, missing = [], missing_count: lost = 0 } = links.data.value ?? {};
  return (
    <Together of={[pages, events, links]}>
      {all.length === 0 ? <p class="split-hint">{t("wiki.chooseAPageToRead")}</p> : (
        <div class="stack wide">
          {recent.length > 0 && (
            <section>
              <h2 class="section">{t("wiki.recentlyChanged")}</h2>
              <Rows label={t("wiki.recentlyChanged")}>
                {recent.map(({ page, event }) => <Row key={page.path} href={to("page", { path: page.path })} mark={<Icon name={event.actor === "owner" ? "you" : "agent"} small />} title={page.title} when={<Time at={event.at} />} facts={[<span key="w" dir="auto">{actorOf(event)}</span>, page.path]} />)}
              </Rows>
            </section>
          )}
          {missing.length > 0 && (
            <section>
              <h2 class="section">{t("wiki.linksThatLeadNowhere")} <span class="count">{lost}</span></h2>
              <ul class="lost" aria-label={t("wiki.linksThatLeadNowhere")}>
                {missing.map(({ path, from, count }) => (
                  <li key={path}>
                    <Icon name="link" small />
                    <p class="grow"><span class="mono">{path}</span><span class="meta">{count > 1 ? t("wiki.inNameAndMore", { name: from.title, n: count - 1 }) : t("wiki.inName", { name: from.title })}</span></p>
                    <ButtonLink icon="edit" href={to("page", { path }, { edit: "1" })}>{t("wiki.writeIt")}<span class="unseen">: {path}</span></ButtonLink>
                  </li>
                ))}
              </ul>
              {lost > missing.length && <p class="meta">{t("common.andMore", { n: lost - missing.length })}</p>}
            </section>
          )}
          {orphans.length > 0 && (
            <section>
              <h2 class="section">{t("wiki.nothingLinksHere")} <span class="count">{orphaned}</span></h2>
              <Rows label={t("wiki.nothingLinksHere")}>
                {orphans.map(({ path, title, updated_at: at }) => <Row key={path} href={to("page", { path })} mark={<Icon name="page" small />} title={title} when={<Time at={at} />} facts={[path]} />)}
              </Rows>
              {orphaned > orphans.length && <p class="meta">{t("common.andMore", { n: orphaned - orphans.length })}</p>}
            </section>
          )}
        </div>
      )}
    </Together>
  );
}
