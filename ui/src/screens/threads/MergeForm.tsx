import { useEffect, useId, useRef, useState } from "preact/hooks";
import type { Thread } from "../../api/types";
import { Button } from "../../parts/Button";
import { Icon } from "../../parts/Icon";
import { useThread } from "../../state/thread";
import { merge } from "../../state/threadActs";
import { ChooseThread, placeOf } from "./ChooseThread";
import { type Held, mergePreview } from "./mergePreview";
import { t } from "../../words";
import { rich } from "../../words/rich";

interface FormProps { thread: Thread; done: () => void }

/** First the other thread, then what would happen. */
export function MergeForm({ thread, done }: FormProps) {
  const [into, setInto] = useState<Thread | null>(null);
  return into
    ? <Preview from={thread} id={into.id} back={() => setInto(null)} done={done} />
    : <ChooseThread near={thread} label={t("threads.theThreadThatGoesOn")} choose={setInto} />;
}

function Preview({ from, id, back, done }: { from: Thread; id: string; back: () => void; done: () => void }) {
  const heading = useId();
  const [wrong, setWrong] = useState("");
  const [busy, setBusy] = useState(false);
  const into = useThread(id).data.value;
  const top = useRef<HTMLParagraphElement>(null);
  useEffect(() => top.current?.focus(), [Boolean(into)]); // the list it was chosen from is gone
  if (!into) return null;
  const { has, left } = mergePreview(from, into);
  const run = async () => {
    setBusy(true);
    if (await merge(from, into, setWrong)) done();
    setBusy(false);
  };
  return (
    <div class="stack merge-preview">
      <p class="merge-into" ref={top} tabIndex={-1}><Icon name="merge" /><span>{rich("threads.into", { name: <strong dir="auto">{into.summary}</strong> })} <span class="meta" dir="auto">{placeOf(into, from)}</span></span></p>
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
