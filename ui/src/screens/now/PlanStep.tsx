// Where the next step is written once there is none.
import type { Thread } from "../../api/types";
import { sends } from "../../keystroke";
import { Button } from "../../parts/Button";
import { TextArea } from "../../parts/Field";
import { kept, useKept } from "../../state/kept";
import { plan } from "../../state/steps";
import { t } from "../../words";

/** The step that is being written, and why the hub does not have it. Somebody else may plan one meanwhile. */
const writing = ({ id }: Thread): [name: string, nothing: { text: string; wrong: string }] => [`threads/${id}/next step`, { text: "", wrong: "" }];

export const useStep = (thread: Thread) => useKept(...writing(thread));

/** Plans what is written. It answers whether nothing is left of it: the hub may refuse it. */
export async function saveStep(thread: Thread): Promise<boolean> {
  const [{ text }, set] = kept(...writing(thread));
  const step = text.trim();
  if (!step) return true;
  set({ text: "", wrong: "" });
  return plan(thread, step, (why) => set(({ text: more }) => ({ text: [step, more].filter(Boolean).join("\n"), wrong: why })));
}

export function PlanStep({ thread }: { thread: Thread }) {
  const [{ text, wrong }, set] = useStep(thread);
  return (
    <form class="now-plan" onSubmit={(e) => { e.preventDefault(); void saveStep(thread); }}>
      <TextArea
        label={t("now.whatIsTheNextStep")} rows={1} value={text} onInput={(typed) => set({ text: typed, wrong: "" })} error={wrong}
        onKeyDown={(e) => {
          if (!sends(e)) return;
          e.preventDefault();
          void saveStep(thread);
        }}
      />
      <Button type="submit">{t("common.save")}</Button>
    </form>
  );
}
