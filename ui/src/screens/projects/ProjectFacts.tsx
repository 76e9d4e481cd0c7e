// What is known of a project, each changed where it stands.
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { api, type Params } from "../../api/client";
import type { Project } from "../../api/types";
import { isComposing } from "../../keystroke";
import { Button } from "../../parts/Button";
import { Field, linesIn, TextArea } from "../../parts/Field";
import { go, to } from "../../router";
import { type Change, change } from "../../state/change";
import { useKept } from "../../state/kept";
import type { Resource } from "../../state/resource";
import { moveDrafts } from "../documents/drafts";
import { t } from "../../words";

type Changes = Params<"/api/projects/{slug}", "patch">["body"];

/** Changes a project, shown at once. */
export function changeProject(of: Resource<Project>, body: Changes, words: Pick<Change<Project>, "said" | "refused">): Promise<unknown> {
  const { slug } = of.data.peek()!;
  const { archived, slug: renamed, ...rest } = body;
  return change({
    show: () => [of.edit((was) => ({
      ...was,
      ...Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, value ?? (name === "workspace_paths" ? [] : name === "title" ? was.title : null)])),
      ...(archived !== undefined && { archived_at: archived ? new Date().toISOString() : null }),
    }) as Project)],
    send: () => api.patch("/api/projects/{slug}", { path: { slug }, body }),
    failed: t("projects.theProjectIsAsIt"),
    ...words,
  });
}

interface FactProps {
  /** What it is a fact of, for what was typed and not saved. */
  of: string;
  name: string;
  value: string;
  /** How it is shown; default: its text. */
  shown?: ComponentChildren;
  /** What it says when there is nothing. */
  empty: string;
  hint?: ComponentChildren;
  mono?: boolean;
  many?: boolean;
  /** A password may stand in what is typed: it is not stored. */
  secret?: boolean;
  placeholder?: string;
  /** Saves it; answers why not, "" when it did. */
  save: (value: string) => Promise<string>;
  /** Is told of what was saved, once nothing of it is a draft any more. */
  saved?: (value: string) => void;
}

function Fact({ of, name, value, shown, empty, hint, mono = false, many = false, secret = false, placeholder, save, saved }: FactProps) {
  const [typed, setTyped] = useKept<string | null>(`projects/${of}/${name}`, null, { saved: value, secret });
  const [wrong, setWrong] = useState("");
  const [busy, setBusy] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => { if (!form.current?.contains(document.activeElement)) form.current?.querySelector<HTMLElement>("input, textarea")?.focus(); }, [typed !== null]);
  const close = () => {
    setTyped(null);
    setWrong("");
    requestAnimationFrame(() => opener.current?.focus());
  };
  const submit = async () => {
    if (typed === null || typed.trim() === value) return close();
    setBusy(true);
    const reason = await save(typed.trim());
    setBusy(false);
    if (reason) return setWrong(reason);
    close();
    saved?.(typed.trim());
  };
  if (typed === null) {
    return (
      <div class="fact">
        <dt>{name}</dt>
        <dd>
          <div dir="auto" class={["fact-value", mono && value && "mono", !value && "faint"].filter(Boolean).join(" ")}>{value ? shown ?? value : empty}</div>
          <Button kind="bare" icon="edit" iconOnly ref={opener} onClick={() => setTyped(value)}>{t("projects.editName", { name })}</Button>
        </dd>
      </div>
    );
  }
  const field = { label: name, value: typed, error: wrong, hint, mono, placeholder, autoFocus: true, onInput: setTyped };
  return (
    <div class="fact">
      <dt class="unseen">{name}</dt>
      <dd>
        <form
          class="fact-form" onSubmit={(e) => { e.preventDefault(); void submit(); }}
          onKeyDown={(e) => {
            if (e.key === "Escape" && !isComposing(e)) { e.stopPropagation(); close(); }
            if (e.key === "Enter" && (e.ctrlKey || e.metaKey)) void submit();
          }}
          ref={form}
        >
          {many ? <TextArea {...field} rows={2} /> : <Field {...field} />}
          <div class="line"><Button type="submit" busy={busy}>{t("common.save")}</Button><Button kind="bare" onClick={close}>{t("common.cancel")}</Button></div>
        </form>
      </dd>
    </div>
  );
}

export function ProjectFacts({ project, of }: { project: Project; of: Resource<Project> }) {
  const { slug, title, description, repo_url: repo, workspace_paths: folders, aliases } = project;
  const saver = (field: string, body: (value: string) => Changes) => async (value: string) => {
    let reason = "";
    await changeProject(of, body(value), { said: t("common.saved"), refused: (why) => { reason = why.of(field) || why.sentence; } });
    return reason;
  };
  return (
    <section class="aside-part" aria-label={t("projects.aboutThisProject")}>
      <h3 class="section">{t("projects.about")}</h3>
      <dl class="about">
        <Fact of={slug} name={t("projects.title")} value={title} empty="" save={saver("title", (value) => ({ title: value }))} />
        <Fact
          of={slug} name={t("projects.description")} value={description ?? ""} empty={t("projects.none")} many
          save={saver("description", (value) => ({ description: value || null }))}
        />
        <Fact
          of={slug} name={t("projects.address")} value={slug} empty="" mono shown={<>{slug}{aliases.length > 0 && <span class="meta also">{t("projects.also", { names: aliases.join(", ") })}</span>}</>}
          hint={t("projects.lowerCaseLettersDigitsAnd")}
          save={saver("slug", (value) => ({ slug: value }))}
          saved={(value) => {
            moveDrafts(`projects/${slug}`, `projects/${value}`);
            go(to("project", { slug: value }), { replace: true });
          }}
        />
        <Fact
          of={slug} name={t("projects.repository")} value={repo ?? ""} empty={t("projects.none")} mono secret placeholder="https://git.example.org/me/shop"
          shown={repo && /^https?:/.test(repo) ? <a href={repo} rel="noopener noreferrer" target="_blank">{repo}</a> : undefined}
          hint={t("projects.aUserNameOrPassword")} save={saver("repo_url", (value) => ({ repo_url: value || null }))}
        />
        <Fact
          of={slug} name={t("projects.folders")} value={folders.join("\n")} empty={t("projects.none")} mono many placeholder="/home/me/src/shop"
          shown={<ul>{folders.map((folder) => <li key={folder}>{folder}</li>)}</ul>}
          hint={t("projects.oneALineAgentsThat")} save={saver("workspace_paths", (value) => ({ workspace_paths: linesIn(value) }))}
        />
      </dl>
    </section>
  );
}
