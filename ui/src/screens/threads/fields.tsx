// How each field of a thread is shown and edited.
import type { ComponentChildren } from "preact";
import type { Thread } from "../../api/types";
import { sends } from "../../keystroke";
import { extra } from "../../parts/deferred";
import type { Editing } from "../../parts/Fact";
import { Field, TextArea } from "../../parts/Field";
import { Inline } from "../../parts/Inline";
import { Segmented } from "../../parts/Tabs";
import { projectTitle } from "../../state/projects";
import type { Field as Name } from "../../state/threadActs";
import { t } from "../../words";

type Attempt = Thread["tried"][number];

const Attempts = extra(() => import("./Attempts"));
const Steps = extra(() => import("./Steps"));
const ProjectChoice = extra(() => import("./ProjectChoice"));

export interface Known<T> {
  label: string;
  show: (value: T) => ComponentChildren;
  editor: (editing: Editing<T>, label: string) => ComponentChildren;
  /** As the hub takes it: without the empty lines of the form. */
  clean: (value: T) => T;
  isEmpty: (value: T) => boolean;
  /** What an empty one begins with in the form; nothing where the form has a field anyway. */
  first?: T;
}

type Text = string | null;
type FieldKey = "common.whereToResume" | "common.waitingFor" | "common.goal" | "common.focus" | "common.folder" | "common.transcript";

const show = (value: Text) => (value ? <Inline text={value} /> : null);

/** Lines of text; `enter` saves with Enter, for what is one sentence. */
const writing = (rows: number, enter = false) => ({ value, set, wrong, save }: Editing<Text>, label: string) => (
  <TextArea
    label={label} quiet rows={rows} value={value ?? ""} onInput={set} error={wrong}
    onKeyDown={(e) => {
      if (!enter || !sends(e)) return;
      e.preventDefault();
      save();
    }}
  />
);

const text = (label: FieldKey): Known<Text> => ({
  get label() { return t(label); }, show, editor: writing(3), clean: (value) => value?.trim() || null, isEmpty: (value) => !value,
});

const reference = (label: FieldKey): Known<Text> => ({
  get label() { return t(label); }, show: (value) => (value ? <code dir="ltr">{value}</code> : null), clean: (value) => value?.trim() || null, isEmpty: (value) => !value,
  editor: ({ value, set, wrong }) => <Field label={t(label)} quiet mono value={value ?? ""} onInput={set} error={wrong} />,
});

const energies = { get unknown() { return t("threads.notSaid"); }, get low() { return t("value.low"); }, get medium() { return t("value.medium"); }, get high() { return t("value.high"); } };

const attempt = ({ what, why_not: why }: Attempt) => <><Inline text={what} />{why && <span class="why">: <Inline text={why} /></span>}</>;

export const fields: { [F in Name]: Known<Thread[F]> } = {
  summary: { get label() { return t("common.title"); }, show, editor: writing(2, true) as Known<string>["editor"], clean: (value) => value.replace(/\s+/g, " ").trim(), isEmpty: () => false },
  next_steps: {
    get label() { return t("common.nextSteps"); },
    show: (steps) => (steps.length > 0 ? <ol>{steps.map((step, i) => <li key={i} dir="auto"><Inline text={step} /></li>)}</ol> : null),
    editor: (editing) => <Steps {...editing} />, clean: (steps) => steps.map((step) => step.trim()).filter(Boolean), isEmpty: (steps) => steps.length === 0,
  },
  resume_step: text("common.whereToResume"),
  blocked_reason: text("common.waitingFor"),
  goal: text("common.goal"),
  focus: text("common.focus"),
  tried: {
    get label() { return t("common.triedAndWhyNot"); },
    show: (tried) => (tried.length > 0 ? <ul>{tried.map((one, i) => <li key={i} dir="auto">{attempt(one)}</li>)}</ul> : null),
    editor: (editing) => <Attempts {...editing} />,
    clean: (tried) => tried.map(({ what, why_not: why }) => ({ what: what.trim(), why_not: (why ?? "").trim() })).filter(({ what, why_not: why }) => what || why),
    isEmpty: (tried) => tried.length === 0, first: [{ what: "", why_not: "" }],
  },
  project_slug: {
    get label() { return t("common.project"); }, show: (slug) => projectTitle(slug), editor: (editing) => <ProjectChoice {...editing} />, clean: (slug) => slug, isEmpty: () => false,
  },
  energy: {
    get label() { return t("common.energy"); }, show: (value) => (value === "unknown" ? null : energies[value]), clean: (value) => value, isEmpty: (value) => value === "unknown",
    editor: ({ value, set }) => <Segmented label={t("common.energy")} value={value} onChange={set} options={Object.entries(energies).map(([name, label]) => ({ value: name as Thread["energy"], label }))} />,
  },
  workspace_path: reference("common.folder"),
  transcript_ref: reference("common.transcript"),
};
