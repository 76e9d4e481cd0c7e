// Everything, by words: threads first, then what is written, then what was once done.
import { useEffect, useRef, useState } from "preact/hooks";
import type { Overlap, SearchHit } from "../../api/types";
import { useKeys } from "../../keys";
import { Button } from "../../parts/Button";
import { Field } from "../../parts/Field";
import { Icon, type IconName } from "../../parts/Icon";
import { Marked } from "../../parts/Marked";
import { Near, useOverlap } from "../../parts/Overlap";
import { Empty, OfflineNote, Problem, settled, Skeleton } from "../../parts/Rest";
import { Row, Rows, stepRows } from "../../parts/Row";
import { type Mark, markWords, StatusMark } from "../../parts/StatusMark";
import { Time } from "../../parts/Time";
import type { ScreenProps } from "../../places";
import { local, setQuery, usePage } from "../../router";
import { capture } from "../../shell/Capture";
import { projectTitle, useProjects } from "../../state/projects";
import { useResource } from "../../state/resource";
import { SessionRecord } from "./SessionRecord";
import { titleAndLine } from "./snippet";
import "./search.css";

/** How long after a keystroke the hub is asked, in milliseconds. */
const pause = 200;

type Kind = SearchHit["kind"];

const groups: readonly { title: string; kinds: readonly Kind[] }[] = [
  { title: "Threads", kinds: ["thread"] },
  { title: "Projects", kinds: ["project"] },
  { title: "Pages and progress files", kinds: ["page", "progress"] },
  { title: "Reminders", kinds: ["reminder"] },
  { title: "Past sessions", kinds: ["session"] },
];

const of: Record<Kind, { icon: IconName; name: string }> = {
  thread: { icon: "threads", name: "Thread" },
  project: { icon: "projects", name: "Project" },
  page: { icon: "wiki", name: "Wiki" },
  progress: { icon: "projects", name: "Progress file" },
  reminder: { icon: "bell", name: "Reminder" },
  session: { icon: "agent", name: "Past session" },
};

export default function Search({ query }: ScreenProps) {
  const asked = query.get("q")?.trim() ?? "";
  const session = query.get("session");
  const [words, setWords] = useState(asked);
  const field = useRef<HTMLInputElement>(null);
  usePage({ title: asked ? `${asked}, search` : null, heading: "Search" });
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
        <Field ref={field} label="Search everything" quiet type="search" value={words} onInput={setWords} placeholder="Words, an id or a path" />
        <Button type="submit">Search</Button>
      </form>
      {session && <SessionRecord id={session} />}
      {asked ? <Found asked={asked} /> : !session && (
        <Empty title="Search everything">Words find threads, projects, pages, progress files, reminders and past sessions. An id or a path finds just that.</Empty>
      )}
    </div>
  );
}

interface Answers {
  hits: readonly SearchHit[];
  near: Overlap | undefined;
}

/** What was found, and whether it is being worked on: both at once, and those of the words before until then. */
function Found({ asked }: { asked: string }) {
  const found = useResource("/api/search", { query: { q: asked, limit: 100 } });
  const near = useOverlap({ words: asked, most: 1 });
  const projects = useProjects(); // the rows name them
  const of = [found, projects, ...(near ? [near] : [])];
  const shown = useRef<Answers | null>(null);
  if (settled(of)) shown.current = found.data.value ? { hits: found.data.value, near: near?.data.value } : null;
  if (!shown.current) return found.error.value ? <Problem why={found.error.value} retry={() => void found.refetch()} /> : of.some(({ loading }) => loading.value) ? <Skeleton rows={5} /> : null;
  const { hits, near: verdict } = shown.current;
  return (
    <>
      {verdict && <Near found={verdict} />}
      {hits.length > 0 ? <><OfflineNote of={found} /><Hits hits={hits} /></> : (
        <Empty title="Nothing has these words" action={<Button icon="plus" onClick={() => capture(asked)}>Capture it as a thread</Button>}>Other words may find it, or it is new.</Empty>
      )}
    </>
  );
}

function Hits({ hits }: { hits: readonly SearchHit[] }) {
  return (
    <>
      <p class="unseen" role="status">{hits.length === 1 ? "1 result" : `${hits.length} results`}</p>
      {groups.map(({ title, kinds }) => {
        const inIt = hits.filter(({ kind }) => kinds.includes(kind));
        return inIt.length > 0 && (
          <section key={title} class="search-group">
            <h2 class="section">{title} <span class="count">{inIt.length}</span></h2>
            <Rows label={title}>{inIt.map((hit) => <Hit key={hit.uri} hit={hit} />)}</Rows>
          </section>
        );
      })}
    </>
  );
}

function Hit({ hit }: { hit: SearchHit }) {
  const { kind, url, title: name, snippet, project_slug: project, status, at } = hit;
  const { title, line } = titleAndLine(name, snippet);
  const { icon, name: kindName } = of[kind];
  return (
    <Row
      href={local(url)} title={<Marked runs={title} />} when={<Time at={at} />}
      mark={status ? <StatusMark mark={status as Mark} /> : <Icon name={icon} small />}
      line={line.length > 0 && <Marked runs={line} />}
      facts={[
        kind !== "thread" && kind !== "project" && kindName, status && markWords[status as Mark],
        project && kind !== "project" && kind !== "progress" && <span key="p" dir="auto">{projectTitle(project)}</span>,
      ]}
    />
  );
}
