// A thought becomes a thread from anywhere: one field, Enter. Several lines are a title with steps and
// a goal. While it is typed, the hub says what is already being worked on. That comes last and hangs
// from the top, above a phone's keyboard too: nothing moves when it appears.
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { api, newKey } from "../api/client";
import { hush } from "../keys";
import { sends } from "../keystroke";
import { Button } from "../parts/Button";
import { Dialog } from "../parts/Dialog";
import { extra } from "../parts/deferred";
import { Select, TextArea } from "../parts/Field";
import { go, to } from "../router";
import { change } from "../state/change";
import { draftOf, isOver, resume, same, setDraft } from "../state/drafts";
import { depart } from "../state/outbox";
import { placesOf, useProjects } from "../state/projects";
import { quoted } from "../state/thread";
import { dismiss, say, sayDone } from "../state/toasts";
import type { Capture as Body, Waiting } from "../worker/waiting";
import { t } from "../words";

const Overlap = extra(() => import("../parts/Overlap"));
const ReadAs = extra(() => import("./ReadAs"));

/** What the words mean. Without the file that reads several lines, they are all the title. */
async function meaning(text: string): Promise<Body> {
  const lines = text.includes("\n") && await import("../state/lines").catch(() => null);
  return lines ? lines.read(text) : { summary: text };
}

// What is being captured outlives the dialog, and what is on its way the answer: nothing typed is lost.
const place = "capture";
const nothing = { text: "", project: "" };
const draft = (): typeof nothing => draftOf<typeof nothing>(place)?.value ?? nothing;
const wrong = signal("");
const open = signal(false);
const made = signal(false);
// What it takes the place of, by its key, once the words are safe elsewhere.
let replaces = new Map<string, () => void>();

/** Opens it, with words if there are some, behind those that are there already. */
export function capture(words = ""): void {
  const { text } = draft();
  if (!text.includes(words)) write({ text: both(text, words) });
  resume(place);
  open.value = true;
}

/** Opens it with a capture that the hub does not want as it is; `replace` takes that one away once the words are safe elsewhere. */
export function correct({ key, body: { project_slug = "" } }: Waiting, words: string, replace: () => void): void {
  if (!replaces.has(key)) {
    write({ text: both(draft().text, words), project: project_slug });
    replaces.set(key, replace);
  }
  capture();
}

const both = (...words: string[]) => words.map((text) => text.trim()).filter(Boolean).join("\n");

/** Changes what is written. Who empties the field begins something else. */
function write(changes: Partial<typeof nothing>): void {
  const value = { ...draft(), ...changes };
  setDraft(place, same(value, nothing) ? undefined : { value, base: { ...value, text: "" } });
  if (!value.text.trim()) replaces = new Map();
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

/** Adds the thread. The dialog closes at once, free for the next one; words that the hub refuses come back before those. */
async function save(): Promise<void> {
  const { text: typed, project: project_slug } = draft(), text = typed.trim();
  wrong.value = text ? "" : t("shell.writeAFewWordsFirst");
  if (!text) return;
  const instead = replaces;
  const safe = () => { for (const replace of instead.values()) replace(); };
  open.value = false;
  hush("c"); // the next one begins at once
  write({ text: "" });
  const words = await meaning(text);
  const named = { text: quoted(words) };
  const underWay = say(t("shell.adding", named));
  const post = { key: newKey(), body: { ...words, ...(project_slug && { project_slug }) } };
  const arrived = depart(post);
  let waits = false;
  const answer = await change({
    send: () => api.post("/api/threads", post),
    refused: (why) => {
      if (isOver()) return;
      if (why.offline) {
        waits = true;
        safe();
        say(t("shell.waitingToSend"));
        return;
      }
      write({ text: both(text, draft().text), project: project_slug });
      replaces = new Map([...instead, ...replaces]);
      wrong.value = why.of("summary") || why.sentence;
      open.value = true;
    },
  }).finally(() => {
    arrived(waits);
    dismiss(underWay);
  });
  if (!answer) return;
  safe();
  const { event, data: { id } } = answer;
  sayDone(t("shell.added", named), event, null, { label: t("shell.open"), run: () => go(to("thread", { id })) });
}

function Form() {
  const projects = useProjects(open.value).data.value ?? [];
  const { text, project } = draft();
  const close = () => { open.value = false; };
  return (
    <Dialog title={t("common.capture")} top open={open.value} onClose={close}>
      <form class="stack" onSubmit={(e) => { e.preventDefault(); void save(); }}>
        <TextArea
          label={t("shell.whatIsOnYourMind")} rows={3} autoFocus value={text} error={wrong.value} hint={text.includes("\n") && <ReadAs text={text} />}
          onInput={(typed) => write({ text: typed })}
          onKeyDown={(e) => {
            if (!sends(e)) return;
            e.preventDefault();
            void save();
          }}
        />
        <div class="capture-line">
          <Select
            label={t("shell.projectIfYouKnowIt")} value={project} onInput={(slug) => write({ project: slug })}
            options={placesOf(projects)}
          />
          <Button type="submit" kind="ink">{t("shell.addThread")}</Button>
        </div>
        <div onClick={(e) => { if ((e.target as Element).closest("a")) close(); }}>{open.value && text && <Overlap words={text} project={project} />}</div>
      </form>
    </Dialog>
  );
}
