// A thought becomes a thread from anywhere: one field, Enter. While it is typed, the hub says
// what is already being worked on. That comes last and hangs from the top, above a phone's
// keyboard too: nothing moves when it appears.
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { api, newKey } from "../api/client";
import { Button } from "../parts/Button";
import { Dialog } from "../parts/Dialog";
import { extra } from "../parts/deferred";
import { Select, TextArea } from "../parts/Field";
import { go, to } from "../router";
import { change } from "../state/change";
import { guard } from "../state/leaving";
import { keep, onRefused } from "../state/outbox";
import { useProjects } from "../state/projects";
import { quoted } from "../state/threads";
import { dismiss, undo, say } from "../state/toasts";
import { t } from "../words";

const Overlap = extra(() => import("../parts/Overlap"));

// What is being captured outlives the dialog: nothing typed is lost.
const draft = signal("");
const project = signal("");
const wrong = signal("");
const open = signal(false);
const made = signal(false);
guard(() => draft.value.trim() !== "");
onRefused(({ summary }, why) => {
  draft.value = [draft.peek(), summary].filter(Boolean).join("\n");
  say(t("shell.aKeptCaptureIsNot", { why }), { alarm: true, action: { label: t("shell.openIt"), run: () => capture() } });
});

/** Opens it, with words if there are some. */
export function capture(words = ""): void {
  if (words) draft.value = words;
  open.value = true;
}

/** How long after the frame the dialog is made, in milliseconds: then opening it is only showing it. */
const soon = 1_500;

export function Capture() {
  useEffect(() => {
    const timer = setTimeout(() => { made.value = true; }, soon);
    return () => clearTimeout(timer);
  }, []);
  return made.value || open.value ? <Form /> : null;
}

/** Adds the thread. The dialog closes at once, and comes back with the words if the hub refuses. */
async function save(): Promise<void> {
  const summary = draft.peek().trim();
  wrong.value = summary ? "" : t("shell.writeAFewWordsFirst");
  if (!summary) return;
  open.value = false;
  const underWay = say(t("shell.adding", { text: quoted({ summary }) }));
  const post = { key: newKey(), body: { summary, ...(project.peek() && { project_slug: project.peek() }) } };
  const answer = await change({
    send: () => api.post("/api/threads", post),
    refused: (why) => {
      dismiss(underWay);
      if (why.offline) {
        keep(post);
        draft.value = "";
        say(t("shell.waitingToSend"));
        return;
      }
      wrong.value = why.of("summary") || why.sentence;
      open.value = true;
    },
  });
  if (!answer) return;
  dismiss(underWay);
  draft.value = "";
  const { event, data: { id } } = answer;
  say(t("shell.added"), { event, action: { label: t("shell.open"), run: () => go(to("thread", { id })) }, second: event ? { label: t("common.undo"), run: () => void undo(event) } : null });
}

function Form() {
  const projects = useProjects(open.value).data.value ?? [];
  const close = () => { open.value = false; };
  return (
    <Dialog title={t("common.capture")} top open={open.value} onClose={close}>
      <form class="stack" onSubmit={(e) => { e.preventDefault(); void save(); }}>
        <TextArea
          label={t("shell.whatIsOnYourMind")} rows={3} autoFocus value={draft.value} error={wrong.value}
          onInput={(text) => { draft.value = text; }}
          onKeyDown={(e) => {
            if (e.key !== "Enter" || e.shiftKey || e.isComposing) return;
            e.preventDefault();
            void save();
          }}
        />
        <div class="capture-line">
          <Select
            label={t("shell.projectIfYouKnowIt")} value={project.value} onInput={(slug) => { project.value = slug; }}
            options={[{ value: "", label: t("shell.inbox") }, ...projects.filter(({ slug }) => slug !== "inbox").map(({ slug, title }) => ({ value: slug, label: title || slug }))]}
          />
          <Button type="submit" kind="ink">{t("shell.addThread")}</Button>
        </div>
        <div onClick={(e) => { if ((e.target as Element).closest("a")) close(); }}>{open.value && draft.value && <Overlap words={draft.value} project={project.value} />}</div>
      </form>
    </Dialog>
  );
}
