// What would come, before anything is written. What the hub tells of single rows speaks of another
// tool's files, in English.
import { useEffect, useRef } from "preact/hooks";
import type { ImportPlan } from "../../../api/types";
import { Button } from "../../../parts/Button";
import { Icon } from "../../../parts/Icon";
import { to } from "../../../router";
import { count, t } from "../../../words";
import { toolName } from "./tools";

export function Plan({ plan, onBack, onBring }: { plan: ImportPlan; onBack: () => void; onBring: () => void }) {
  const { source, projects, threads, pages, reminders, known, examples, twins, notes } = plan;
  const kinds: [string, number][] = [[t("common.projects"), projects], [t("common.threads"), threads], [t("settings.wikiPages"), pages], [t("common.reminders"), reminders]];
  const nothing = kinds.every(([, n]) => n === 0);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []); // the form that had it is gone
  return (
    <div class="stack plan">
      <h3 ref={heading} tabIndex={-1}>{t("settings.thisWouldCome", { tool: toolName(source) })}</h3>
      {nothing ? <p>{t("settings.nothingInItIsNew")}</p> : (
        <dl class="known">
          {kinds.map(([name, n]) => n > 0 && <div key={name}><dt>{name}</dt><dd>{count(n)}</dd></div>)}
        </dl>
      )}
      {known > 0 && <p class="meta">{t("settings.cameBefore", { n: known })}</p>}
      {examples.length > 0 && !nothing && (
        <section>
          <h4>{t("settings.suchAs")}</h4>
          <ul>{examples.map(({ summary, project_slug: slug }) => <li key={summary}><span dir="auto">{summary}</span> <span class="meta mono">{slug}</span></li>)}</ul>
        </section>
      )}
      {twins.length > 0 && (
        <section class="notice">
          <Icon name="warn" small />
          <div class="grow">
            <h4>{t("settings.thisMayBeHereAlready")}</h4>
            <ul>{twins.map(({ summary, thread_id: id, is }) => <li key={summary}><span dir="auto">{summary}</span>: <a href={to("thread", { id })} target="_blank" dir="auto">{is}</a></li>)}</ul>
          </div>
        </section>
      )}
      {notes.length > 0 && <ul lang="en" class="meta">{notes.map((note) => <li key={note}>{note}</li>)}</ul>}
      <Details plan={plan} />
      <div class="line">
        {!nothing && <Button kind="ink" onClick={onBring}>{t("settings.bringIt")}</Button>}
        <Button kind="bare" onClick={onBack}>{t("settings.anotherFile")}</Button>
      </div>
    </div>
  );
}

function Details({ plan: { mapped, left_out: out, missing } }: { plan: ImportPlan }) {
  const more = missing - out.length;
  return (
    <>
      {mapped.length > 0 && (
        <details class="more">
          <summary><Icon name="chevron" small />{t("settings.whatBecomesWhat")}</summary>
          <ul lang="en">{mapped.map(({ from, to: into, n }) => <li key={from + into}>{count(n)} {from} → {into}</li>)}</ul>
        </details>
      )}
      {missing > 0 && (
        <details class="more">
          <summary><Icon name="chevron" small />{t("settings.doesNotCome", { n: missing })}</summary>
          <ul lang="en">{out.map(({ where, what, why }, i) => <li key={i}><span class="mono">{where}</span> <span dir="auto">{what}</span>: {why}</li>)}</ul>
          {more > 0 && <p class="meta">{t("settings.andNMore", { n: more })}</p>}
        </details>
      )}
    </>
  );
}
