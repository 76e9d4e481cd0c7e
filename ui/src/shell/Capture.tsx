// A thought becomes a thread from anywhere: one field, Enter. While it is typed, the hub
// says what is already being worked on; that never stands in the way.
import { signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import { api, newKey } from "../api/client";
import type { Overlap, OverlapHit } from "../api/types";
import { Button } from "../parts/Button";
import { Dialog } from "../parts/Dialog";
import { Select, TextArea } from "../parts/Field";
import { Row, Rows } from "../parts/Row";
import { type Mark, StatusMark } from "../parts/StatusMark";
import { Icon } from "../parts/Icon";
import { go, local, to } from "../router";
import { change } from "../state/change";
import { guard } from "../state/leaving";
import { keep, onRefused } from "../state/outbox";
import { projectTitle, useProjects } from "../state/projects";
import { undo, say } from "../state/toasts";

// What is being captured outlives the dialog: nothing typed is lost.
const draft = signal("");
const project = signal("");
const wrong = signal("");
const open = signal(false);
guard(() => draft.value.trim() !== "");
onRefused(({ summary }, why) => {
  draft.value = [draft.peek(), summary].filter(Boolean).join("\n");
  say(`A kept capture is not added. ${why}`, { alarm: true, action: { label: "Open it", run: () => capture() } });
});

/** After so long without a keystroke the hub is asked, in milliseconds; and from so many characters. */
const [pause, enough] = [250, 6];

/** Opens it, with words if there are some. */
export function capture(words = ""): void {
  if (words) draft.value = words;
  open.value = true;
}

export const Capture = () => (open.value ? <Form /> : null);

/** Adds the thread. The dialog closes at once, and comes back with the words if the hub
 * refuses; if it does not answer, they are kept until it does. */
async function save(): Promise<void> {
  const summary = draft.peek().trim();
  wrong.value = summary ? "" : "Write a few words first.";
  if (!summary) return;
  open.value = false;
  const post = { key: newKey(), body: { summary, ...(project.peek() && { project_slug: project.peek() }) } };
  const answer = await change({
    send: () => api.post("/api/threads", post),
    refused(why) {
      if (why.offline) {
        draft.value = "";
        keep(post);
        return say("Kept on this page. It is added as soon as the hub answers.");
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
  const projects = useProjects().data.value ?? [];
  const close = () => { open.value = false; };
  return (
    <Dialog title="Capture" onClose={close}>
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
        <Known words={draft.value.trim()} onOpen={close} />
        <Select
          label="Project, if you know it" value={project.value} onInput={(slug) => { project.value = slug; }}
          options={[{ value: "", label: "Inbox" }, ...projects.filter(({ slug }) => slug !== "inbox").map(({ slug, title }) => ({ value: slug, label: title || slug }))]}
        />
        <Button type="submit" kind="ink" big wide>Add thread</Button>
      </form>
    </Dialog>
  );
}

/** What the hub knows of these words already. */
function Known({ words, onOpen }: { words: string; onOpen: () => void }) {
  const [found, setFound] = useState<Overlap | null>(null);
  useEffect(() => {
    if (words.length < enough) return setFound(null);
    const gone = new AbortController();
    const timer = setTimeout(async () => {
      const answer = await api.get("/api/overlap", { query: { q: words, project: project.peek(), limit: 3 }, signal: gone.signal }).catch(() => null);
      if (answer && !gone.signal.aborted) setFound(answer.data);
    }, pause);
    return () => {
      clearTimeout(timer);
      gone.abort();
    };
  }, [words]);
  const close = found && found.verdict !== "none" ? found.hits : [];
  return (
    <div role="status">
      {close.length > 0 && (
        <div class="well stack tight">
          <h3>Already being worked on?</h3>
          <p class="meta">{close.length === 1 ? "One looks close." : `${close.length} look close.`} Add it anyway if it is different.</p>
          <div onClick={(e) => { if ((e.target as Element).closest("a")) onOpen(); }}>
            <Rows label="What looks close">{close.map((hit) => <Hit key={hit.uri} hit={hit} />)}</Rows>
          </div>
        </div>
      )}
    </div>
  );
}

/** From here on two texts are about the same. */
const veryClose = 0.6;

const Hit = ({ hit: { summary, url, status, lease, why, score, project_slug: slug, kind } }: { hit: OverlapHit }) => (
  <Row
    href={local(url)} title={summary} when={score >= veryClose ? "very close" : "some overlap"}
    mark={status ? <StatusMark mark={lease ? "working" : status as Mark} /> : <Icon name={kind === "page" ? "wiki" : "agent"} small />}
    line={why.length > 0 ? `Same words: ${why.join(", ")}` : null}
    facts={[slug && projectTitle(slug), lease && `${lease.holder} is on it`]}
  />
);
