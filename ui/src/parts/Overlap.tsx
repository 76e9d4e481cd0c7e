// "Already being worked on?": what is near to some words, in words. It informs, it never
// stands in the way.
import { useEffect, useState } from "preact/hooks";
import type { Overlap as Answer, OverlapHit } from "../api/types";
import { projectTitle, useProjects } from "../state/projects";
import { useLast, useResource } from "../state/resource";
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

interface OverlapProps {
  words: string;
  /** Its items rank slightly higher. */
  project?: string;
  /** How many are shown; default 3. */
  most?: number;
  /** Shows nothing when nothing is near. */
  quiet?: boolean;
}

/** What is near to some words; nothing while there are too few of them. */
export default function Overlap({ words, ...rest }: OverlapProps) {
  const text = useSettled(words.trim());
  return text.length >= enough ? <Near words={text} {...rest} /> : null;
}

function Near({ words, project, most = 3, quiet = false }: OverlapProps) {
  const found = useLast(useResource("/api/overlap", { query: { q: words.slice(0, 1000), project, limit: most } }, { on: ["threads", "sessions", "wiki"] }));
  useProjects();
  const hits = !found || found.verdict === "none" ? [] : found.hits;
  if (!found || (quiet && hits.length === 0)) return <div role="status" class="overlap" />;
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
