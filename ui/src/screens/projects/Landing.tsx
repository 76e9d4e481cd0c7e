// Where all projects stand, as long as none is chosen: how far, how much of late, what is open and
// what lies still.
import type { Activity, Project } from "../../api/types";
import { Icon } from "../../parts/Icon";
import { Silhouette } from "../../parts/StatusMark";
import { Together } from "../../parts/Rest";
import { to } from "../../router";
import { titleOf } from "../../state/projects";
import { type Pages, type Resource, useResource } from "../../state/resource";
import { points } from "./spark";
import { t } from "../../words";
import "./landing.css";

/** How many days a line has. */
const span = 14;

/** How many threads are in each of these states is told. */
const states = [["open", "projects.nOpen"], ["blocked", "projects.nBlocked"]] as const;

interface Props {
  list: Resource<Pages<Project>>;
  /** Those in use, in their order. */
  projects: readonly Project[];
}

export default function Landing({ list, projects }: Props) {
  const changes = useResource("/api/activity", {}, { on: ["projects", "threads", "settings"] });
  const of = new Map(changes.data.value?.projects.map((one) => [one.slug, one]));
  const most = Math.max(...[...of.values()].flatMap((one) => one.changes));
  return (
    <Together of={[list, changes]}>
      {projects.length === 0 ? <p class="split-hint">{t("projects.chooseAProjectToSee")}</p> : (
        <div class="stack landing">
          <h2 class="doc-title">{t("projects.whereTheyStand")}</h2>
          <ul class="sheets" aria-label={t("common.projects")}>{projects.map((project) => <Sheet key={project.slug} project={project} lately={of.get(project.slug)} most={most} />)}</ul>
        </div>
      )}
    </Together>
  );
}

function Sheet({ project, project: { slug, pinned, counts, progress: { percent, rev } }, lately, most }: { project: Project; lately: Activity["projects"][number] | undefined; most: number }) {
  const open = states.filter(([status]) => counts[status]);
  const changes = lately?.changes ?? [], quiet = lately?.stale ?? 0;
  const n = changes.reduce((all, one) => all + one, 0);
  return (
    <li>
      <a class="sheet" href={to("project", { slug })}>
        <Ring percent={percent} />
        <span class="sheet-name"><span dir="auto">{titleOf(project)}</span>{pinned && <span class="pinned"><Icon name="pin" small /><span class="unseen">{t("projects.pinned2")}</span></span>}</span>
        <span class="meta">{percent === null ? t(rev === 0 ? "projects.noProgressFile" : "projects.noTasks") : t("projects.percentDone", { percent })}</span>
        <Spark changes={changes} most={most} />
        <span class="meta">{n > 0 ? t("projects.nChanges", { n, days: span }) : t("projects.noChange", { days: span })}</span>
        <span class="sheet-counts">
          {open.map(([status, words]) => <span key={status} class={`status ${status}`}><Silhouette mark={status} />{t(words, { n: counts[status]! })}</span>)}
          {quiet > 0 && <span class="status quiet"><Silhouette mark="quiet" />{t("projects.nQuiet", { n: quiet })}</span>}
          {open.length === 0 && <span class="faint">{t("projects.nothingOpen")}</span>}
        </span>
      </a>
    </li>
  );
}

/** How much of the tasks is done; dashed where there are none. */
const Ring = ({ percent }: { percent: number | null }) => (
  <svg class="ring" viewBox="0 0 40 40" aria-hidden="true">
    <circle class={percent === null ? "none" : "all"} cx="20" cy="20" r="16.5" />
    {percent !== null && percent > 0 && <circle class="part" cx="20" cy="20" r="16.5" pathLength="100" stroke-dasharray={`${percent} 100`} transform="rotate(-90 20 20)" />}
  </svg>
);

/** The changes of each day, all projects on one scale; the dot is today. */
function Spark({ changes, most }: { changes: readonly number[]; most: number }) {
  const line = points(changes.length > 0 ? changes : Array.from({ length: span }, () => 0), most);
  const [x, y] = line.at(-1)!;
  return (
    <svg class="spark" viewBox="0 0 140 25" aria-hidden="true">
      <line x1="2" x2="137" y1="22" y2="22" />
      <polyline points={line.map((one) => one.join()).join(" ")} />
      <circle class={changes.at(-1) ? "mark-dot" : "idle"} cx={x} cy={y} r="2.2" />
    </svg>
  );
}
