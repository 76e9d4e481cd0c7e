// Which file of which tool, and where its work goes. The hub then says what would come.
import { useEffect, useRef, useState } from "preact/hooks";
import { SecretField } from "../../../account/SecretField";
import { upload } from "../../../api/client";
import { Refusal } from "../../../api/refusal";
import type { ImportPlan } from "../../../api/types";
import { Button } from "../../../parts/Button";
import { Select, Switch } from "../../../parts/Field";
import { choicesOf, useProjects } from "../../../state/projects";
import { t } from "../../../words";
import { bytes } from "../words";
import { FileField } from "./FileField";
import { tools } from "./tools";

/** The largest file that the hub takes, in bytes. */
const most = 64 * 2 ** 20;

/** A text in base64, whatever script it is in. */
const coded = (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text)));

export function ChooseFile({ onPlan }: { onPlan: (plan: ImportPlan) => void }) {
  const [file, setFile] = useState<File | null>(null);
  const [source, setSource] = useState("");
  const [project, setProject] = useState("");
  const [passphrase, setPassphrase] = useState("");
  const [shown, setShown] = useState(false);
  const [skip, setSkip] = useState(false);
  const [busy, setBusy] = useState(false);
  const [why, setWhy] = useState<Refusal | null>(null);
  const [missing, setMissing] = useState("");
  // Once the hub has asked for them, the field and the switch stay.
  const [sealed, setSealed] = useState(false);
  const [broken, setBroken] = useState(false);
  const over = useRef(new AbortController());
  useEffect(() => () => over.current.abort(), []);
  const projects = useProjects().data.value ?? [];

  const choose = (chosen: File | null) => {
    setFile(chosen);
    setWhy(null);
    setSealed(false);
    setBroken(false);
    setSkip(false);
    setPassphrase(""); // it was that of another file
    setMissing(chosen && chosen.size > most ? t("settings.fileTooLarge", { size: bytes(most) }) : "");
  };
  const submit = async () => {
    if (!file) return setMissing(t("settings.chooseAFile"));
    if (missing) return;
    setBusy(true);
    setWhy(null);
    try {
      const { data } = await upload("/api/imports", file, {
        query: { name: file.name, ...(source && { source }), ...(project && { project }), ...(skip && { skip_broken: "true" }) },
        ...(passphrase && { headers: { "X-Hub-Passphrase": coded(passphrase) } }),
        signal: over.current.signal,
      });
      onPlan(data);
    } catch (failure) {
      if (over.current.signal.aborted) return;
      if (!(failure instanceof Refusal)) throw failure;
      setWhy(failure);
      if (failure.type === "passphrase") setSealed(true);
      if (failure.type === "broken-rows") setBroken(true);
    } finally {
      setBusy(false);
    }
  };
  const asked = why?.type === "passphrase" ? why.sentence : "";
  return (
    <form method="post" noValidate class="stack" onSubmit={(e) => { e.preventDefault(); if (!busy) void submit(); }}>
      <FileField label={t("settings.fileOrZip")} hint={t("settings.fileOrZipHint", { size: bytes(most) })} error={missing || (asked ? "" : why?.sentence ?? "")} onChoose={choose} />
      {sealed && <SecretField name="passphrase" label={t("settings.passphrase")} autoComplete="off" value={passphrase} shown={shown} onShow={setShown} onInput={setPassphrase} error={asked} />}
      {broken && <Switch label={t("settings.leaveBrokenRowsOut")} on={skip} onChange={setSkip} />}
      <Select label={t("settings.tool")} value={source} onInput={setSource} options={[{ value: "", label: t("settings.whatItsContentTells") }, ...tools]} />
      <Select
        label={t("common.project")} value={project} onInput={setProject}
        options={[{ value: "", label: t("settings.asTheFileHasIt") }, ...choicesOf(projects)]}
      />
      {busy ? <Reading /> : <div class="line"><Button type="submit" kind="ink">{t("settings.showWhatWouldCome")}</Button></div>}
    </form>
  );
}

function Reading() {
  return (
    <div class="stack tight">
      <progress aria-label={t("settings.theHubReadsTheFile")} />
      <p class="meta" role="status">{t("settings.theHubReadsTheFile")}</p>
    </div>
  );
}
