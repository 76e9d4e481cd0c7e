// Everything, by words: threads first, then what is written, then what was once done.
import { useEffect, useRef, useState } from "preact/hooks";
import type { Overlap, SearchHit } from "../../api/types";
import { useKeys } from "../../keys";
import { Button } from "../../parts/Button";
import { Field } from "../../parts/Field";
import { Icon, type IconName } from "../../parts/Icon";
import { Marked } from "../../parts/Marked";
import { isUnderWay, Near, useOverlap } from "../../parts/Overlap";
import { Empty, OfflineNote, Problem, settled, Skeleton } from "../../parts/Rest";
import { Row, Rows, stepRows } from "../../parts/Row";
import { type Mark, markWords, StatusMark } from "../../parts/StatusMark";
import { Time } from "../../parts/Time";
import type { ScreenProps } from "../../places";
import { local, setQuery, to, usePage } from "../../router";
import { capture } from "../../shell/Capture";
import { projectTitle, useProjects } from "../../state/projects";
import { useResource } from "../../state/resource";
import { SessionRecord } from "./SessionRecord";
import { titleAndLine } from "./snippet";
import { t } from "../../words";
import { rich } from "../../words/rich";
import "./search.css";

/** How long after a keystroke the hub is asked, in milliseconds. */
const pause = 200;

type Kind = SearchHit["kind"];

const groups: readonly { title: string; kinds: readonly Kind[] }[] = [
  { get title() { return t("common.threads"); }, kinds: ["thread"] },
  { get title() { return t("common.projects"); }, kinds: ["project"] },
  { get title() { return t("search.pagesAndProgressFiles"); }, kinds: ["page", "progress"] },
  { get title() { return t("common.reminders"); }, kinds: ["reminder"] },
  { get title() { return t("common.pastSessions"); }, kinds: ["session"] },
];

const of: Record<Kind, { icon: IconName; name: string }> = {
  thread: { icon: "threads", get name() { return t("common.thread"); } },
  project: { icon: "projects", get name() { return t("common.project"); } },
  page: { icon: "wiki", get name() { return t("common.wiki"); } },
  progress: { icon: "projects", get name() { return t("common.progressFile"); } },
  reminder: { icon: "bell", get name() { return t("common.reminder"); } },
  session: { icon: "agent", get name() { return t("common.pastSession"); } },
};

export default function Search({ query }: ScreenProps) {
  const asked = query.get("q")?.trim() ?? "";
  const session = query.get("session");
  const [words, setWords] = useState(asked);
  const field = useRef<HTMLInputElement>(null);
  usePage({ title: asked ? t("search.askedSearch", { asked }) : null, heading: t("search.search") });
  // The address follows the field; somebody else may have changed it, such as a link.
  const sent = useRef(asked);
  useEffect(() => {
    if (asked === sent.current) return;
    sent.current = asked;
    setWords(asked);
  }, [asked]);
  const ask = (text: string) => {
    sent.current = text.trim();
    setQuery({ q: text.trim(), session: null });
  };
  useEffect(() => {
    if (words.trim() === sent.current) return;
    const timer = setTimeout(() => ask(words), pause);
    return () => clearTimeout(timer);
  }, [words]);
  useEffect(() => field.current?.focus(), []);
  useKeys({ j: () => stepRows(1), k: () => stepRows(-1), "/": () => { field.current?.focus(); field.current?.select(); } });

  return (
    <div
      class="page stack wide"
      onKeyDown={(e) => {
        if (e.key !== "ArrowDown" && e.key !== "ArrowUp") return;
        e.preventDefault();
        stepRows(e.key === "ArrowDown" ? 1 : -1);
      }}
    >
      <form class="search-form" role="search" onSubmit={(e) => { e.preventDefault(); ask(words); }}>
        <Field ref={field} label={t("search.searchEverything")} quiet type="search" value={words} onInput={setWords} placeholder={t("search.wordsAnIdOrA")} />
        <Button type="submit">{t("search.search")}</Button>
      </form>
      {session && <SessionRecord id={session} />}
      {asked ? <Found asked={asked} /> : !session && (
        <Empty title={t("search.searchEverything")}>{t("search.wordsFindThreadsProjectsPages")}</Empty>
      )}
    </div>
  );
}

interface Answers {
  hits: readonly SearchHit[];
  meant: string | null;
  near: Overlap | undefined;
}

/** What was found, and whether it is being worked on: both at once, and those of the words before until then. */
function Found({ asked }: { asked: string }) {
  const found = useResource("/api/search", { query: { q: asked, limit: 100 } });
  const near = useOverlap({ words: asked, most: 1 });
  const projects = useProjects(); // the rows name them
  const of = [found, projects, ...(near ? [near] : [])];
  const shown = useRef<Answers | null>(null);
  if (settled(of)) shown.current = found.data.value ? { hits: found.data.value, meant: found.meant.value, near: near?.data.value } : null;
  if (!shown.current) return found.error.value ? <Problem why={found.error.value} retry={() => void found.refetch()} /> : of.some(({ loading }) => loading.value) ? <Skeleton rows={5} /> : null;
  const { hits, meant, near: verdict } = shown.current;
  return (
    <>
      {verdict && isUnderWay(verdict) && <Near found={verdict} />}
      {hits.length > 0 ? <><OfflineNote of={found} /><Hits hits={hits} /></> : (
        <Empty title={t("search.noResults")} action={<Button icon="plus" onClick={() => capture(asked)}>{t("search.captureItAsAThread")}</Button>}>
          {meant ? rich("search.didYouMean", { meant: <a href={to("search") + "?q=" + encodeURIComponent(meant)} dir="auto">{meant}</a> }) : t("search.otherWordsMayFindIt")}
        </Empty>
      )}
    </>
  );
}

const all = { query: { state: "all", limit: 200 } };

function Hits({ hits }: { hits: readonly SearchHit[] }) {
  // A reminder says when it comes next, not when it was written.
  const reminders = useResource("/api/reminders", all, { on: ["reminders"], when: hits.some(({ kind }) => kind === "reminder") }).data.value;
  const next = new Map(reminders?.map(({ id, next_at, done_at }) => [id, done_at ?? next_at]));
  return (
    <>
      <p class="unseen" role="status">{t("search.nResults", { n: hits.length })}</p>
      {groups.map(({ title, kinds }) => {
        const inIt = hits.filter(({ kind }) => kinds.includes(kind));
        return inIt.length > 0 && (
          <section key={title} class="search-group">
            <h2 class="section">{title} <span class="count">{inIt.length}</span></h2>
            <Rows label={title}>{inIt.map((hit) => <Hit key={hit.uri} hit={hit} at={hit.kind === "reminder" ? next.get(hit.id) ?? null : hit.at} />)}</Rows>
          </section>
        );
      })}
    </>
  );
}

/** `at`: the time it shows; null: none. */
function Hit({ hit, at }: { hit: SearchHit; at: string | null }) {
  const { kind, url, title: name, snippet, project_slug: project, status } = hit;
  const { title, line } = titleAndLine(name, snippet);
  const { icon, name: kindName } = of[kind];
  return (
    <Row
      href={local(url)} title={<Marked runs={title} />} when={at && <Time at={at} />}
      mark={status ? <StatusMark mark={status as Mark} /> : <Icon name={icon} small />}
      line={line.length > 0 && <Marked runs={line} />}
      facts={[
        kind !== "thread" && kind !== "project" && kindName, status && markWords[status as Mark],
        project && kind !== "project" && kind !== "progress" && <span key="p" dir="auto">{projectTitle(project)}</span>,
      ]}
    />
  );
}
