// The way into bringing work from elsewhere, which comes with its words when it is first wanted.
import { useState } from "preact/hooks";
import { Button } from "../../../parts/Button";
import { deferred } from "../../../parts/deferred";
import { t, want } from "../../../words";

const Steps = deferred<{ onClose: () => void }>(() => Promise.all([import("./Steps"), want("bring")]).then(([file]) => file));

export function BringWork() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <div class="line"><Button icon="download" popup="dialog" onClick={() => setOpen(true)}>{t("settings.bringWorkFrom")}</Button></div>
      {open && <Steps onClose={() => setOpen(false)} onMissing={() => setOpen(false)} onAgain={() => setOpen(true)} />}
    </>
  );
}
