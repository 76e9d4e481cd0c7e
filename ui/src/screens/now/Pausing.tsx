// Putting a thread down: one question, whose answer is the first thing to read on coming back.
import { signal } from "@preact/signals";
import { useState } from "preact/hooks";
import type { Thread } from "../../api/types";
import { Button } from "../../parts/Button";
import { TextArea } from "../../parts/Field";
import { finish, pause } from "../../state/work";
import { ThreadCard } from "./ThreadCard";

/** What has been typed, by thread: it stays until it is saved. */
const drafts = signal<Record<string, string>>({});

export function Pausing({ thread, onDone }: { thread: Thread; onDone: () => void }) {
  const [wrong, setWrong] = useState("");
  const note = drafts.value[thread.id] ?? "";
  const write = (text: string) => { drafts.value = { ...drafts.value, [thread.id]: text }; };
  const next = thread.next_steps[0] ?? thread.resume_step;

  const save = async () => {
    if (!note.trim()) return setWrong("Write one step, so that coming back is easy.");
    setWrong("");
    onDone();
    if (!await pause(thread, note.trim())) return; // the draft is kept
    write("");
  };
  return (
    <ThreadCard thread={thread} facts={["you are on it"]}>
      <form class="stack" onSubmit={(e) => { e.preventDefault(); void save(); }}>
        <TextArea
          label="When you come back, what is the first thing to do?" rows={4} autoFocus value={note} onInput={write} error={wrong}
          hint="One concrete action with a file, a place or a command is easiest to pick up."
        />
        {next && <p><Button onClick={() => write(next)}>Use the next step</Button></p>}
        <div class="now-acts">
          <Button type="submit" kind="ink" big>Save and pause</Button>
          <Button onClick={onDone}>Keep working</Button>
          <Button onClick={() => void finish(thread)}>Done after all</Button>
        </div>
      </form>
    </ThreadCard>
  );
}
