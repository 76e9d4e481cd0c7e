import { Loaded } from "../../parts/Rest";
import { Facts } from "../../parts/Row";
import { Card } from "../../parts/Card";
import { Time } from "../../parts/Time";
import { to } from "../../router";
import { projectTitle, useProjects } from "../../state/projects";
import { useResource } from "../../state/resource";
import { t } from "../../words";

/** What is known of a past session of an agent; never what was said in it. */
export function SessionRecord({ id }: { id: string }) {
  const it = useResource("/api/sessions/{id}", { path: { id } }, { on: ["sessions"] });
  useProjects();
  return (
    <Card label={t("common.pastSession")}>
      <Loaded of={it}>
        {({ title, tool, summary, open_items: open, workspace_path: folder, project_slug: project, started_at: began, ended_at: ended, messages }) => (
          <div class="stack">
            <Facts of={[
              tool, (ended ?? began) && <Time key="t" at={(ended ?? began)!} words />, messages !== null && t("search.nMessages", { n: messages }),
              project && <a key="p" href={to("project", { slug: project })} dir="auto">{projectTitle(project)}</a>,
            ].filter(Boolean)} />
            <h2 class="session-title" dir="auto">{title}</h2>
            {summary && summary !== title && (
              <div class="stack tight">
                <h3 class="section">{t("search.askedLast")}</h3>
                <p class="session-asked" dir="auto">{summary}</p>
              </div>
            )}
            {open.length > 0 && (
              <div class="stack tight">
                <h3 class="section">{t("search.leftOpen")}</h3>
                <ul class="session-open">{open.map((item, i) => <li key={i} dir="auto">{item}</li>)}</ul>
              </div>
            )}
            {folder && <p class="meta mono session-folder">{folder}</p>}
          </div>
        )}
      </Loaded>
    </Card>
  );
}
