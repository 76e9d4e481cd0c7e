import { useState } from "preact/hooks";
import { add } from "../../api/client";
import { Button, ButtonLink } from "../../parts/Button";
import { Field, linesIn, TextArea } from "../../parts/Field";
import { Icon } from "../../parts/Icon";
import { go, route, to, usePage } from "../../router";
import { change } from "../../state/change";
import { useKept } from "../../state/kept";
import { useAddress } from "../documents/address";
import { t } from "../../words";
import { rich } from "../../words/rich";

const nothing = { title: "", folders: "", repo: "" };

export default function NewProject() {
  usePage({ title: t("projects.newProject"), heading: t("common.projects") });
  const [typed, setTyped] = useKept("new project", nothing, { secret: true });
  const [wrong, setWrong] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);
  const address = useAddress("project", typed.title);

  const save = async () => {
    if (!typed.title.trim()) return setWrong({ title: t("common.giveItATitleFirst") });
    setBusy(true);
    setWrong({});
    const from = route.peek();
    const folders = linesIn(typed.folders);
    const answer = await change({
      send: () => add("/api/projects", { body: { title: typed.title.trim(), ...(folders.length > 0 && { workspace_paths: folders }), ...(typed.repo.trim() && { repo_url: typed.repo.trim() }) } }),
      said: t("projects.projectAdded"),
      refused: (why) => {
        const at = { title: why.of("title") || why.of("slug"), folders: why.of("workspace_paths"), repo: why.of("repo_url") };
        setWrong(Object.values(at).some(Boolean) ? at : why.status === 409 ? { folders: why.sentence } : { all: why.sentence });
      },
    });
    setBusy(false);
    if (!answer) return;
    setTyped(nothing);
    go(to("project", { slug: answer.data.slug }), { replace: true, from });
  };

  return (
    <form class="stack form" onSubmit={(e) => { e.preventDefault(); void save(); }}>
      <h2 class="doc-title">{t("projects.newProject")}</h2>
      <Field label={t("common.title")} autoFocus value={typed.title} error={wrong.title} hint={address.address ? rich("projects.itsAddress", { address: <span class="mono">{address.address}</span> }) : t("projects.itsAddressIsMadeFrom")} onInput={(title) => setTyped((now) => ({ ...now, title }))} />
      <TextArea label={t("projects.foldersTheWorkHappensIn")} rows={2} mono value={typed.folders} error={wrong.folders} placeholder="/home/me/src/shop" hint={t("projects.oneALineIfAny")} onInput={(folders) => setTyped((now) => ({ ...now, folders }))} />
      <Field label={t("projects.repository")} mono inputMode="url" value={typed.repo} error={wrong.repo} placeholder="https://git.example.org/me/shop" hint={t("projects.ifThereIsOneA")} onInput={(repo) => setTyped((now) => ({ ...now, repo }))} />
      {wrong.all && <p class="wrong" role="alert"><Icon name="warn" small /><span>{wrong.all}</span></p>}
      <div class="line"><Button kind="ink" type="submit" busy={busy}>{t("projects.addProject")}</Button><ButtonLink kind="bare" href={to("projects")}>{t("common.cancel")}</ButtonLink></div>
    </form>
  );
}
