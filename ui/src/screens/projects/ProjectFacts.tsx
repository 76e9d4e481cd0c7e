// What is known of a project, each changed where it stands.
import type { ComponentChildren } from "preact";
import type { Project } from "../../api/types";
import { Fact } from "../../parts/Fact";
import { Field, linesIn, TextArea } from "../../parts/Field";
import { go, type Route, route, to } from "../../router";
import { setDraft } from "../../state/drafts";
import type { Resource } from "../../state/resource";
import { moveDrafts } from "../documents/drafts";
import { changeProject, type Changes } from "./change";
import { t } from "../../words";

/** How a fact is shown and written. */
interface How {
  label: string;
  value: string;
  /** How it is shown; default: its text. */
  shown?: ComponentChildren;
  hint?: string;
  mono?: boolean;
  many?: boolean;
  /** A password may stand in what is typed. */
  secret?: boolean;
  placeholder?: string;
  /** What the hub is sent for it. */
  body: (value: string) => Changes;
  /** What follows once it is saved. */
  after?: (value: string, from: Route) => void;
}

export function ProjectFacts({ project, of }: { project: Project; of: Resource<Project> }) {
  const { slug, title, description, repo_url: repo, workspace_paths: folders, aliases } = project;
  const placeOf = (field: keyof Changes) => `projects/${slug}/${field}`;
  const fact = (field: keyof Changes, { label, value, shown = value, hint, mono, many, secret, placeholder, body, after }: How) => {
    const save = async (written: string) => {
      const from = route.peek();
      let wrong: string | null = null;
      await changeProject(of, body(written.trim()), { said: t("common.saved"), refused: (why) => { wrong = why.of(field) || why.sentence; } });
      if (wrong === null) after?.(written.trim(), from);
      return wrong;
    };
    const Control = many ? TextArea : Field;
    return (
      <Fact<string>
        at={placeOf(field)} label={label} value={value} secret={secret} save={save}
        show={() => (value ? <div class={mono ? "fact-value mono" : "fact-value"}>{shown}</div> : <span class="faint">{t("projects.none")}</span>)}
        editor={({ value: written, set, wrong }) => <Control label={label} quiet value={written} onInput={set} error={wrong} hint={hint} mono={mono} placeholder={placeholder} {...many && { rows: 2 }} />}
      />
    );
  };
  return (
    <section class="aside-part" aria-label={t("projects.aboutThisProject")}>
      <h3 class="section">{t("projects.about")}</h3>
      <dl class="fact-list">
        {fact("title", { label: t("projects.title"), value: title, body: (value) => ({ title: value }) })}
        {fact("description", { label: t("projects.description"), value: description ?? "", many: true, body: (value) => ({ description: value || null }) })}
        {fact("slug", {
          label: t("projects.address"), value: slug, mono: true, hint: t("projects.lowerCaseLettersDigitsAnd"), body: (value) => ({ slug: value }),
          shown: <>{slug}{aliases.length > 0 && <span class="meta also">{t("projects.also", { names: aliases.join(", ") })}</span>}</>,
          after: (value, from) => {
            setDraft(placeOf("slug"), undefined); // it does not go along
            moveDrafts(`projects/${slug}`, `projects/${value}`);
            go(to("project", { slug: value }), { replace: true, from });
          },
        })}
        {fact("repo_url", {
          label: t("projects.repository"), value: repo ?? "", mono: true, secret: true, placeholder: "https://git.example.org/me/shop", hint: t("projects.aUserNameOrPassword"), body: (value) => ({ repo_url: value || null }),
          shown: repo && /^https?:/.test(repo) ? <a href={repo} rel="noopener noreferrer" target="_blank">{repo}</a> : undefined,
        })}
        {fact("workspace_paths", {
          label: t("projects.folders"), value: folders.join("\n"), mono: true, many: true, placeholder: "/home/me/src/shop", hint: t("projects.oneALineAgentsThat"), body: (value) => ({ workspace_paths: linesIn(value) }),
          shown: <ul>{folders.map((folder) => <li key={folder}>{folder}</li>)}</ul>,
        })}
      </dl>
    </section>
  );
}
