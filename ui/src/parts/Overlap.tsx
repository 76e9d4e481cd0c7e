// "Already being worked on?": what is near to some words, in words. It informs, it never
// stands in the way.
import { useEffect, useState } from "preact/hooks";
import type { Overlap as Answer, OverlapHit } from "../api/types";
import { projectTitle, useProjects } from "../state/projects";
import { type Resource, useLast, useResource } from "../state/resource";
import { clockTime } from "../state/time";
import { local } from "../router";
import { Icon } from "./Icon";
import { Row, Rows } from "./Row";
import { type Mark, markWords, StatusMark } from "./StatusMark";

/** How long after the last keystroke the hub is asked, in milliseconds. */
const pause = 250;
/** Fewer characters say nothing yet. */
const enough = 3;

/** The words once typing has paused. */
function useSettled(words: string): string {
  const [settled, setSettled] = useState(words);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(words), pause);
    return () => clearTimeout(timer);
  }, [words]);
  return settled;
}

const near = (score: number) => (score >= 0.6 ? "very close" : score >= 0.4 ? "close" : "some overlap");

/** The verdict in a sentence. */
export function verdictOf({ verdict, hits }: Pick<Answer, "verdict" | "hits">): string {
  const thread = hits.find(({ kind }) => kind === "thread");
  if (verdict === "none") return "Nothing here is close to it.";
  if (verdict === "related") return "Something near to it is known. It may be another thing.";
  if (thread?.lease) return "Yes, most likely: somebody is on it.";
  return thread?.status === "done" || thread?.status === "dismissed" ? "It looks like this was worked on before." : "Yes, most likely: it is a thread already.";
}

function markOf({ status, lease }: OverlapHit): Mark | null {
  if (!status) return null;
  return status === "open" || status === "blocked" ? (lease ? "working" : status) : status;
}

interface Asked {
  words: string;
  /** Its items rank slightly higher. */
  project?: string;
  /** How many are asked for; default 3. */
  most?: number;
}

/** What is near to some words, as the hub says; null while there are too few of them. */
export function useOverlap({ words, project, most = 3 }: Asked): Resource<Answer> | null {
  const text = words.trim().slice(0, 1000);
  const when = text.length >= enough;
  const found = useResource("/api/overlap", { query: { q: text, project, limit: most } }, { on: ["threads", "sessions", "wiki"], when });
  return when ? found : null;
}

/** What is near to words that are being typed, once typing pauses; nothing where nothing is. */
export default function Overlap({ words, ...rest }: Asked) {
  const found = useLast(useOverlap({ words: useSettled(words), ...rest }));
  useProjects();
  return found && found.hits.length > 0 && found.verdict !== "none" ? <Near found={found} /> : <div role="status" class="overlap" />;
}

/** The verdict, and what it rests on. */
export function Near({ found }: { found: Answer }) {
  const hits = found.verdict === "none" ? [] : found.hits;
  return (
    <section class="well overlap" aria-label="Already being worked on?">
      <h2>Already being worked on?</h2>
      <p class="meta" role="status">{verdictOf(found)}</p>
      {hits.length > 0 && <Rows label="What is near to it">{hits.map((hit) => <Hit key={hit.uri} hit={hit} />)}</Rows>}
    </section>
  );
}

function Hit({ hit }: { hit: OverlapHit }) {
  const { kind, url, summary, project_slug: project, score, why, lease } = hit;
  const mark = markOf(hit);
  return (
    <Row
      href={local(url)} title={summary} when={near(score)}
      mark={mark ? <StatusMark mark={mark} /> : <Icon name={kind === "page" ? "wiki" : "agent"} small />}
      line={why.length > 0 && <>Same words: {why.map((word, i) => <span key={word}>{i > 0 && ", "}<mark>{word}</mark></span>)}</>}
      facts={[
        project && <span key="p" dir="auto">{projectTitle(project)}</span>,
        lease ? `${lease.holder} is on it until ${clockTime(lease.expires_at)}` : mark ? markWords[mark] : kind === "page" ? "Wiki page" : "Past session",
      ]}
    />
  );
}
