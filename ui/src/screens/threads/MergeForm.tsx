import { useEffect, useState } from "preact/hooks";
import type { Thread } from "../../api/types";
import { Button } from "../../parts/Button";
import { Field } from "../../parts/Field";
import { Icon } from "../../parts/Icon";
import { markOf, StatusMark } from "../../parts/StatusMark";
import { projectTitle } from "../../state/projects";
import { useLast, usePages, useResource } from "../../state/resource";
import { merge, useThread } from "../../state/threads";
import { mergePreview } from "./mergePreview";

/** How long after a keystroke the hub is asked, in milliseconds. */
const pause = 150;

interface FormProps { thread: Thread; done: () => void }

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
      <Field label="The thread that goes on" type="search" placeholder="Words of its title, goal or steps" autoFocus value={words} onInput={setWords} />
      {others.length > 0 && (
        <ul class="choices">
          {others.map((other) => (
            <li key={other.id}>
              <button type="button" onClick={() => choose(other)}>
                <StatusMark mark={markOf(other)} /><span dir="auto">{other.summary}</span><span class="meta" dir="auto">{projectTitle(other.project_slug)}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {known && others.length === 0 && <p class="meta">{asked ? "No other open thread has these words." : "There is no other open thread."}</p>}
    </div>
  );
}

function Preview({ from, id, back, done }: { from: Thread; id: string; back: () => void; done: () => void }) {
  const [wrong, setWrong] = useState("");
  const [busy, setBusy] = useState(false);
  const into = useThread(id).data.value;
  if (!into) return null;
  const { takes, stays } = mergePreview(from, into);
  const run = async () => {
    setBusy(true);
    if (await merge(from, into, setWrong)) done();
    setBusy(false);
  };
  return (
    <div class="stack merge-preview">
      <p class="merge-into"><Icon name="merge" /><span>into <strong dir="auto">{into.summary}</strong></span></p>
      <dl>
        <dt>It takes over</dt>
        <dd>{takes.length > 0 ? <ul>{takes.map((line) => <li key={line} dir="auto">{line}</li>)}</ul> : "Nothing: it has all of it already."}</dd>
        {stays.length > 0 && <><dt>It keeps its own; this one's stays in the history</dt><dd><ul>{stays.map((line) => <li key={line}>{line}</li>)}</ul></dd></>}
        <dt>The reminders</dt><dd>move along.</dd>
        <dt>This thread</dt><dd>{from.status === "done" ? "stays done" : "ends as dismissed"}, as a part of the other. Its history stays, and an undo takes them apart again.</dd>
      </dl>
      {wrong && <p class="wrong" role="alert"><Icon name="warn" small /><span>{wrong}</span></p>}
      <div class="acts"><Button kind="ink" icon="merge" busy={busy} onClick={() => void run()}>Merge</Button><Button onClick={back}>Choose another</Button></div>
    </div>
  );
}
