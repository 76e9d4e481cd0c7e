// What changed from one text to another, line by line, the words marked.
import type { ComponentChildren } from "preact";
import { compareWords, differences, linesOf, type Stretch } from "./diff";
import { t } from "../../words";
import "./difference.css";

/** How many lines that are the same show around a change. */
const around = 2;

const Marked = ({ of, as: As }: { of: readonly Stretch[]; as: "ins" | "del" }) => <>{of.map(({ text, changed }, i) => (changed ? <As key={i}>{text}</As> : text))}</>;

/** A text of a side, with what the other has not marked. */
export function Sides({ mine, theirs, names, kept }: { mine: string; theirs: string; names: [string, string]; kept: [boolean, boolean] }) {
  const [left, right] = compareWords(mine, theirs);
  const side = (name: string, text: string, of: readonly Stretch[], used: boolean) => (
    <div class={used ? "side" : "side unused"}>
      <p class="field-name">{name}</p>
      {text.trim() ? <div class="side-text" dir="auto"><Marked of={of} as="ins" /></div> : <p class="faint">{t("documents.nothingHereTakenOut")}</p>}
    </div>
  );
  return <div class="sides">{side(names[0], mine, left, kept[0])}{side(names[1], theirs, right, kept[1])}</div>;
}

export function Difference({ before, after, names }: { before: string; after: string; names: [string, string] }) {
  const a = linesOf(before), b = linesOf(after);
  const found = differences(a, b);
  if (found.length === 0) return <p class="faint">{t("documents.theTwoAreTheSame")}</p>;
  const rows: ComponentChildren[] = [];
  const same = (from: number, to: number) => {
    for (let i = from; i < to; i++) rows.push(<li key={"s" + i}><span class="side-text" dir="auto">{a[i]}</span></li>);
  };
  let done = 0;
  for (const { from, to, at, till } of found) {
    if (from - done > around * 2 + 1) {
      if (done > 0) same(done, done + around);
      const skipped = from - around - (done > 0 ? done + around : 0);
      if (skipped > 0) rows.push(<li key={"k" + from} class="skipped">{t("documents.nLinesAreTheSame", { n: skipped })}</li>);
      same(from - around, from);
    } else same(done, from);
    const [left, right] = compareWords(a.slice(from, to).join(""), b.slice(at, till).join(""));
    if (to > from) rows.push(<li key={"d" + from} class="removed"><span class="sign" aria-hidden="true">−</span><span class="unseen">{t("documents.takenOut")} </span><span class="side-text" dir="auto"><Marked of={left} as="del" /></span></li>);
    if (till > at) rows.push(<li key={"a" + from} class="added"><span class="sign" aria-hidden="true">+</span><span class="unseen">{t("documents.added")} </span><span class="side-text" dir="auto"><Marked of={right} as="ins" /></span></li>);
    done = to;
  }
  same(done, Math.min(a.length, done + around));
  if (a.length > done + around) rows.push(<li key="end" class="skipped">{t("documents.nLinesAreTheSame", { n: a.length - done - around })}</li>);
  return (
    <div>
      <p class="diff-key"><span><span class="sign">−</span> {names[0]}</span><span><span class="sign">+</span> {names[1]}</span></p>
      <ol class="diff">{rows}</ol>
    </div>
  );
}
