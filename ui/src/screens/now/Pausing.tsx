// Putting a thread down: one question, whose answer is the first thing to read on coming back.
import { useState } from "preact/hooks";
import type { Thread } from "../../api/types";
import { isComposing } from "../../keystroke";
import { Button } from "../../parts/Button";
import { TextArea } from "../../parts/Field";
import { useKept } from "../../state/kept";
import { finish, pause } from "../../state/work";
import { useStep } from "./PlanStep";
import { ThreadCard } from "./ThreadCard";
import { t } from "../../words";

export function Pausing({ thread, onDone }: { thread: Thread; onDone: () => void }) {
  const [wrong, setWrong] = useState("");
  const [step, setStep] = useStep(thread); // what was written as the next step is the first to come back to
  const [note, write] = useKept(`threads/${thread.id}/note`, step);
  const next = thread.next_steps[0] ?? thread.resume_step;

  const save = async () => {
    if (!note.trim()) return setWrong(t("now.writeOneStepSoThat"));
    setWrong("");
    onDone();
    if (await pause(thread, note.trim())) clear(); // else the draft is kept
  };
  const clear = () => {
    write(step);
    setStep("");
  };
  return (
    <ThreadCard thread={thread} facts={[t("common.youAreOnIt")]}>
      <form
        class="stack" onSubmit={(e) => { e.preventDefault(); void save(); }}
        onKeyDown={(e) => {
          if (e.key === "Enter" && (e.ctrlKey || e.metaKey)) void save();
          if (e.key === "Escape" && !isComposing(e)) onDone(); // what was typed stays
        }}
      >
        <TextArea
          label={t("now.whenYouComeBackWhat")} rows={4} autoFocus value={note} onInput={write} error={wrong}
          hint={t("now.oneConcreteActionWithA")}
        />
        {next && <p><Button onClick={() => write(next)}>{t("now.useTheNextStep")}</Button></p>}
        <div class="now-acts">
          <Button type="submit" kind="ink" big>{t("now.saveAndPause")}</Button>
          <Button onClick={onDone}>{t("now.keepWorking")}</Button>
          <Button onClick={() => void finish(thread).then((done) => { if (done) clear(); })}>{t("now.doneAfterAll")}</Button>
        </div>
      </form>
    </ThreadCard>
  );
}
