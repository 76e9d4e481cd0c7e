// A thought becomes a thread from anywhere: one field, Enter.
import { signal } from "@preact/signals";
import { useState } from "preact/hooks";
import { api, newKey } from "../api/client";
import { Button } from "../parts/Button";
import { Dialog } from "../parts/Dialog";
import { TextArea } from "../parts/Field";
import { go, to } from "../router";
import { change } from "../state/change";
import { guard } from "../state/leaving";
import { keep, onRefused } from "../state/outbox";
import { say } from "../state/toasts";

/** What is being captured; null: nothing. It outlives the dialog, so that nothing typed is lost. */
const draft = signal("");
const open = signal(false);
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

export const Capture = () => (open.value ? <Form /> : null);

function Form() {
  const [wrong, setWrong] = useState("");
  const [busy, setBusy] = useState(false);

  const save = async () => {
    const summary = draft.value.trim();
    if (!summary) return setWrong("Write a few words first.");
    setWrong("");
    setBusy(true);
    const post = { key: newKey(), body: { summary } };
    const done = () => {
      draft.value = "";
      open.value = false;
    };
    const answer = await change({
      send: () => api.post("/api/threads", post),
      refused(why) {
        if (!why.offline) return setWrong(why.of("summary") || why.sentence);
        keep(post);
        say("Kept on this page. It is added as soon as the hub answers.");
        done();
      },
    });
    setBusy(false);
    if (!answer) return;
    done();
    say("Added.", { event: answer.event, action: { label: "Open", run: () => go(to("thread", { id: answer.data.id })) } });
  };

  return (
    <Dialog title="Capture" onClose={() => { open.value = false; }}>
      <form class="stack" onSubmit={(e) => { e.preventDefault(); void save(); }}>
        <TextArea
          label="What is on your mind?" rows={3} autoFocus value={draft.value} error={wrong}
          onInput={(text) => { draft.value = text; }}
          onKeyDown={(e) => {
            if (e.key !== "Enter" || e.shiftKey || e.isComposing) return;
            e.preventDefault();
            void save();
          }}
        />
        <Button type="submit" kind="ink" big wide busy={busy}>Add thread</Button>
      </form>
    </Dialog>
  );
}
