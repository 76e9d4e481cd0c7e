// Where the next step is written once there is none.
import type { Thread } from "../../api/types";
import { sends } from "../../keystroke";
import { Button } from "../../parts/Button";
import { TextArea } from "../../parts/Field";
import { draftOf, setDraft } from "../../state/drafts";
import { kept, useKept } from "../../state/kept";
import { plan } from "../../state/steps";
import { unseen } from "../../state/unseen";
import { t } from "../../words";

/** The place of the step that is being written. */
const placeOf = ({ id }: Thread): string => `threads/${id}/next step`;

export const useStep = (thread: Thread) => useKept(placeOf(thread), "");

/** Plans what is written. It answers whether nothing is left of it: the hub may refuse it. */
export async function saveStep(thread: Thread): Promise<boolean> {
  const place = placeOf(thread);
  const written = () => kept(place, "")[0].trim();
  const step = written();
  if (!step) return true;
  setDraft(place, { value: step, base: "", saving: true });
  const tell = unseen(t("common.nextStep"));
  const planned = await plan(thread, step, (wrong) => {
    setDraft(place, { value: [step, written()].filter(Boolean).join("\n"), base: "", wrong });
    tell(wrong);
  });
  if (planned && draftOf(place)?.saving) setDraft(place, undefined);
  return planned;
}

export function PlanStep({ thread }: { thread: Thread }) {
  const [step, write] = useStep(thread);
  return (
    <form class="now-plan" onSubmit={(e) => { e.preventDefault(); void saveStep(thread); }}>
      <TextArea
        label={t("now.whatIsTheNextStep")} rows={1} value={step} onInput={write} error={draftOf(placeOf(thread))?.wrong ?? ""}
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
