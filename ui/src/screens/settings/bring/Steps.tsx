// Work of another tool: chosen, looked at as a plan, and brought as one change.
import { useRef, useState } from "preact/hooks";
import { api } from "../../../api/client";
import type { ImportPlan } from "../../../api/types";
import { Dialog } from "../../../parts/Dialog";
import { change } from "../../../state/change";
import { t } from "../../../words";
import { Bringing } from "./Bringing";
import { ChooseFile } from "./ChooseFile";
import { Plan } from "./Plan";
import { toolName } from "./tools";

/** What was chosen stays when the reader comes back from the plan. */
export default function Steps({ onClose }: { onClose: () => void }) {
  const [plan, setPlan] = useState<ImportPlan | null>(null);
  const [bringing, setBringing] = useState(false);
  const left = useRef(false);
  const close = () => {
    left.current = true;
    onClose();
  };
  const bring = async ({ id, source, projects, threads, pages, reminders }: ImportPlan) => {
    setBringing(true);
    const answer = await change({
      send: () => api.post("/api/imports/{id}/apply", { path: { id }, within: null }),
      said: t("settings.broughtFrom", { n: projects + threads + pages + reminders, tool: toolName(source) }),
      failed: t("settings.nothingWasBrought"),
    });
    if (left.current) return;
    setBringing(false);
    if (answer) close();
    else setPlan(null);
  };
  return (
    <Dialog title={t("settings.bringWorkFrom")} onClose={close}>
      <div hidden={plan !== null}><ChooseFile onPlan={setPlan} /></div>
      {plan && (bringing ? <Bringing id={plan.id} /> : <Plan plan={plan} onBack={() => setPlan(null)} onBring={() => void bring(plan)} />)}
    </Dialog>
  );
}
