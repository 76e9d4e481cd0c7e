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
import { undo, say } from "../state/toasts";

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
  say(`A kept capture is not added. ${why}`, { alarm: true, action: { label: "Open it", run: () => capture() } });
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
  wrong.value = summary ? "" : "Write a few words first.";
  if (!summary) return;
  open.value = false;
  const post = { key: newKey(), body: { summary, ...(project.peek() && { project_slug: project.peek() }) } };
  const answer = await change({
    send: () => api.post("/api/threads", post),
    refused: (why) => {
      if (why.offline) {
        keep(post);
        draft.value = "";
        say("Kept on this page. It is added as soon as the hub answers.");
        return;
      }
      wrong.value = why.of("summary") || why.sentence;
      open.value = true;
    },
  });
  if (!answer) return;
  draft.value = "";
  const { event, data: { id } } = answer;
  say("Added.", { event, action: { label: "Open", run: () => go(to("thread", { id })) }, second: event ? { label: "Undo", run: () => void undo(event) } : null });
}

function Form() {
  const projects = useProjects(open.value).data.value ?? [];
  const close = () => { open.value = false; };
  return (
    <Dialog title="Capture" top open={open.value} onClose={close}>
      <form class="stack" onSubmit={(e) => { e.preventDefault(); void save(); }}>
        <TextArea
          label="What is on your mind?" rows={3} autoFocus value={draft.value} error={wrong.value}
          onInput={(text) => { draft.value = text; }}
          onKeyDown={(e) => {
            if (e.key !== "Enter" || e.shiftKey || e.isComposing) return;
            e.preventDefault();
            void save();
          }}
        />
        <div class="capture-line">
          <Select
            label="Project, if you know it" value={project.value} onInput={(slug) => { project.value = slug; }}
            options={[{ value: "", label: "Inbox" }, ...projects.filter(({ slug }) => slug !== "inbox").map(({ slug, title }) => ({ value: slug, label: title || slug }))]}
          />
          <Button type="submit" kind="ink">Add thread</Button>
        </div>
        <div onClick={(e) => { if ((e.target as Element).closest("a")) close(); }}>{open.value && draft.value && <Overlap words={draft.value} project={project.value} />}</div>
      </form>
    </Dialog>
  );
}
