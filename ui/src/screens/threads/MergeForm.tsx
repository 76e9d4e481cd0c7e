import { useEffect, useId, useState } from "preact/hooks";
import type { Thread } from "../../api/types";
import { Button } from "../../parts/Button";
import { Field } from "../../parts/Field";
import { Icon } from "../../parts/Icon";
import { markOf, StatusMark } from "../../parts/StatusMark";
import { projectTitle } from "../../state/projects";
import { useLast, usePages, useResource } from "../../state/resource";
import { merge, useThread } from "../../state/threads";
import { type Held, mergePreview } from "./mergePreview";
import { t } from "../../words";
import { rich } from "../../words/rich";

/** How long after a keystroke the hub is asked, in milliseconds. */
const pause = 150;

interface FormProps { thread: Thread; done: () => void }

/** The project of a thread, marked when it is another one's than of the thread that is merged. */
const placeOf = ({ project_slug: slug }: Thread, { project_slug: own }: Thread): string => (slug === own ? projectTitle(slug) : t("common.anotherProject", { project: projectTitle(slug) }));

/** First the other thread, then what would happen. */
export function MergeForm({ thread, done }: FormProps) {
  const [into, setInto] = useState<Thread | null>(null);
  return into
    ? <Preview from={thread} id={into.id} back={() => setInto(null)} done={done} />
    : <Search thread={thread} choose={setInto} />;
}

function Search({ thread, choose }: { thread: Thread; choose: (into: Thread) => void }) {
  const [words, setWords] = useState("");
  const [asked, setAsked] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setAsked(words.trim()), pause);
    return () => clearTimeout(timer);
  }, [words]);
  // Without words: those the hub takes for the same work, and then its neighbours.
  const near = useResource("/api/overlap", { query: { q: thread.summary, project: thread.project_slug, limit: 10 } }, { on: [] });
  const list = usePages("/api/threads", { query: { q: asked, limit: 50 } }, { on: ["threads"] });
  const nearest = new Map(near.data.value?.hits.map(({ id }, place) => [id, place]));
  const known = useLast(list);
  const others = (known?.items ?? []).filter(({ id }) => id !== thread.id)
    .sort((a, b) => (nearest.get(a.id) ?? nearest.size) - (nearest.get(b.id) ?? nearest.size)).slice(0, 8);
  return (
    <div class="stack">
      <Field label={t("threads.theThreadThatGoesOn")} type="search" placeholder={t("threads.wordsOfItsTitleGoal")} autoFocus value={words} onInput={setWords} />
      {others.length > 0 && (
        <ul class="choices">
          {others.map((other) => (
            <li key={other.id}>
              <button type="button" onClick={() => choose(other)}>
                <StatusMark mark={markOf(other)} /><span dir="auto">{other.summary}</span><span class="meta" dir="auto">{placeOf(other, thread)}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {known && others.length === 0 && <p class="meta">{asked ? t("threads.noOtherOpenThreadHas") : t("threads.thereIsNoOtherOpen")}</p>}
    </div>
  );
}

function Preview({ from, id, back, done }: { from: Thread; id: string; back: () => void; done: () => void }) {
  const heading = useId();
  const [wrong, setWrong] = useState("");
  const [busy, setBusy] = useState(false);
  const into = useThread(id).data.value;
  if (!into) return null;
  const { has, left } = mergePreview(from, into);
  const run = async () => {
    setBusy(true);
    if (await merge(from, into, setWrong)) done();
    setBusy(false);
  };
  return (
    <div class="stack merge-preview">
      <p class="merge-into"><Icon name="merge" /><span>{rich("threads.into", { name: <strong dir="auto">{into.summary}</strong> })} <span class="meta" dir="auto">{placeOf(into, from)}</span></span></p>
      <section class="well" aria-labelledby={heading}>
        <div class="merge-head"><h3 id={heading}>{t("threads.whatItWillHave")}</h3><p class="meta"><ins><Icon name="plus" small />{t("threads.fromThisThread")}</ins></p></div>
        <dl>{has.map(({ label, items }) => <div key={label}><dt>{label}</dt>{items.map((item) => <Item key={item.text} item={item} />)}</div>)}</dl>
      </section>
      {left.length > 0 && (
        <div>
          <p class="label">{t("threads.staysInTheHistoryOf")}</p>
          <ul class="merge-left">{left.map((line) => <li key={line}><span dir="auto">{line}</span></li>)}</ul>
        </div>
      )}
      <p class="meta">{t(from.status === "done" ? "threads.mergeDone" : "threads.mergeEnds", { from: from.summary, into: into.summary })}</p>
      {wrong && <p class="wrong" role="alert"><Icon name="warn" small /><span>{wrong}</span></p>}
      <div class="acts"><Button kind="ink" icon="merge" busy={busy} onClick={() => void run()}>{t("threads.merge")}</Button><Button onClick={back}>{t("threads.chooseAnother")}</Button></div>
    </div>
  );
}

const Item = ({ item: { text, taken } }: { item: Held }) => (taken
  ? <dd><ins><Icon name="plus" small /><span class="unseen">{t("threads.fromThisThread2")} </span><bdi>{text}</bdi></ins></dd>
  : <dd dir="auto">{text}</dd>);
