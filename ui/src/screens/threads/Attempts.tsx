import type { Thread } from "../../api/types";
import { Button } from "../../parts/Button";
import type { Editing } from "../../parts/Fact";
import { TextArea } from "../../parts/Field";
import { t } from "../../words";

type Attempt = Thread["tried"][number];

/** What was tried, each with a reason; they can be taken out, and a new one added. */
export default function Attempts({ value: tried, edit, wrong }: Editing<Attempt[]>) {
  const put = (at: number, change: Partial<Attempt>) => edit((now) => now.map((one, i) => (i === at ? { ...one, ...change } : one)));
  return (
    <div class="stack">
      {tried.map((one, i) => (
        <fieldset key={i} class="attempt">
          <legend class="unseen">{t("threads.attempt", { n: i + 1 })}</legend>
          <TextArea rows={1} autoFocus={i === 0} label={t("common.whatWasTried")} value={one.what} onInput={(what) => put(i, { what })} error={i === tried.length - 1 ? wrong : ""} />
          <TextArea rows={1} label={t("threads.whyNot")} value={one.why_not ?? ""} onInput={(why) => put(i, { why_not: why })} />
          <Button kind="bare" icon="trash" iconOnly onClick={() => edit((now) => now.filter((_, at) => at !== i))}>{t("threads.removeAttempt", { n: i + 1 })}</Button>
        </fieldset>
      ))}
      <p><Button icon="plus" onClick={() => edit((now) => [...now, { what: "", why_not: "" }])}>{t("threads.addAnAttempt")}</Button></p>
    </div>
  );
}
