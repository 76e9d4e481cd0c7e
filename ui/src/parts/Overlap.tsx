// "Already being worked on?": what is near to some words, in words. It informs, it never
// stands in the way.
import { useEffect, useState } from "preact/hooks";
import type { Overlap as Answer, OverlapHit } from "../api/types";
import { heldUntil } from "../state/holder";
import { projectTitle, useProjects } from "../state/projects";
import { type Resource, useLast, useResource } from "../state/resource";
import { local } from "../router";
import { Icon } from "./Icon";
import { Row, Rows } from "./Row";
import { type Mark, markWords, StatusMark } from "./StatusMark";
import { t } from "../words";
import { rich } from "../words/rich";

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

const near = (score: number) => (score >= 0.6 ? t("parts.veryClose") : score >= 0.4 ? t("parts.close2") : t("parts.someOverlap"));

/** The verdict in a sentence. */
export function verdictOf({ verdict, unsure, hits }: Pick<Answer, "verdict" | "unsure" | "hits">): string {
  const thread = hits.find(({ kind }) => kind === "thread");
  if (verdict === "none") return t("parts.noOpenThreadSharesEnough");
  if (verdict === "related") return unsure ? t("parts.itMayBeTheSame") : t("parts.somethingNearToItIs");
  if (thread?.lease) return t("parts.yesMostLikelySomebodyIs");
  return thread?.status === "done" || thread?.status === "dismissed" ? t("parts.itLooksLikeThisWas") : t("parts.yesMostLikelyItIs");
}

/** Whether it says of an open thread that it may be the same. */
export const isUnderWay = ({ verdict, hits }: Pick<Answer, "verdict" | "hits">): boolean => verdict !== "none" && hits.some((hit) => hit.kind === "thread" && isActive(hit));

const isActive = ({ status }: OverlapHit): boolean => status === "open" || status === "blocked";

/** What passed, and the open threads that are nearest all the same: who reads them knows what words mean. */
export function rowsOf({ verdict, hits, nearest }: Pick<Answer, "verdict" | "hits" | "nearest">, most: number): { hits: OverlapHit[]; nearest: OverlapHit[] } {
  if (verdict === "none") return { hits: [], nearest: [...hits.filter(isActive), ...nearest].slice(0, most) };
  return { hits, nearest: verdict === "related" ? nearest.slice(0, Math.max(0, most - hits.length)) : [] };
}

const markOf = (hit: OverlapHit): Mark | null => (hit.lease && isActive(hit) ? "working" : hit.status);

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

/** What is near to words that are being typed, once typing pauses. */
export default function Overlap({ words, project }: Omit<Asked, "most">) {
  const asked = useOverlap({ words: useSettled(words), project });
  const found = useLast(asked);
  useProjects();
  const nearest = /\S\s+\S/.test(words) ? 3 : 0; // of one word, the nearest say nothing
  return asked && !asked.error.value ? <Near found={found} project={project} most={nearest} /> : null;
}

interface NearProps {
  /** Undefined until the hub has answered. */
  found: Answer | undefined;
  /** The project that was asked about: what is of another one says so. */
  project?: string | undefined;
  /** How many of the nearest open threads fill the list up. Default: none. */
  most?: number;
}

/** The verdict, and what it rests on. */
export function Near({ found, project, most = 0 }: NearProps) {
  const { hits, nearest } = found ? rowsOf(found, most) : { hits: [], nearest: [] };
  return (
    <section class="well overlap" aria-label={t("common.alreadyBeingWorkedOn")}>
      <h2>{t("common.alreadyBeingWorkedOn")}</h2>
      <p class="meta" role="status">{found && verdictOf(found)}</p>
      {hits.length > 0 && <Rows label={t("parts.whatIsNearToIt")}>{hits.map((hit) => <Hit key={hit.uri} hit={hit} asked={project} passed />)}</Rows>}
      {nearest.length > 0 && (
        <>
          <h3>{t("common.nearestByWords")}</h3>
          <Rows label={t("common.nearestByWords")}>{nearest.map((hit) => <Hit key={hit.uri} hit={hit} asked={project} />)}</Rows>
        </>
      )}
    </section>
  );
}

/** A reason that is a sentence of its own: a name of the thread or its topic, not a word of it. */
const sentences = [[/^also known as /, "parts.knownAs"], [/^both about /, "parts.bothAbout"]] as const;
const isSentence = (reason: string) => sentences.some(([begins]) => begins.test(reason));

function said(reason: string): string {
  const [begins, key] = sentences.find(([one]) => one.test(reason))!;
  return t(key, { name: reason.replace(begins, "") });
}

function Why({ why }: { why: readonly string[] }) {
  const words = why.filter((reason) => !isSentence(reason));
  return (
    <>
      {why.filter(isSentence).map((reason) => <span key={reason}>{said(reason)}{words.length > 0 && " · "}</span>)}
      {words.length > 0 && rich("parts.sameWords", { words: words.map((word, i) => <span key={word}>{i > 0 && ", "}<mark>{word}</mark></span>) })}
    </>
  );
}

function Hit({ hit, asked, passed = false }: { hit: OverlapHit; asked: string | undefined; passed?: boolean }) {
  const { kind, url, summary, project_slug: project, score, why, lease } = hit;
  const mark = markOf(hit);
  return (
    <Row
      href={local(url)} title={summary} when={passed && near(score)}
      mark={mark ? <StatusMark mark={mark} /> : <Icon name={kind === "page" ? "wiki" : "agent"} small />}
      line={passed && why.length > 0 && <Why why={why} />}
      facts={[
        project && <span key="p" dir="auto">{asked && project !== asked ? t("common.anotherProject", { project: projectTitle(project) }) : projectTitle(project)}</span>,
        lease ? heldUntil(lease) : mark ? markWords[mark] : kind === "page" ? t("parts.wikiPage") : t("common.pastSession"),
      ]}
    />
  );
}
