import type { Editing } from "../../parts/Fact";
import { TextArea } from "../../parts/Field";
import { t } from "../../words";

/** At most three, one line each; the next empty one is always there. */
export default function Steps({ value: steps, edit, wrong }: Editing<string[]>) {
  const linesOf = (of: string[]) => [...of, ""].slice(0, 3);
  const lines = linesOf(steps);
  const write = (at: number, words: string) => edit((now) => linesOf(now).map((line, i) => (i === at ? words : line)).filter((line, i) => line || i < now.length));
  return (
    <div class="stack tight">
      {lines.map((step, i) => (
        <TextArea key={i} rows={1} autoFocus={i === 0} label={t("threads.step", { n: i + 1 })} value={step} error={i === lines.length - 1 ? wrong : ""} onInput={(words) => write(i, words)} />
      ))}
    </div>
  );
}
