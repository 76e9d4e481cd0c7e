// Before signing out while captures wait or a text is not saved: without a session they can't be sent,
// and whoever uses the browser next could read them.
import { useState } from "preact/hooks";
import { Button } from "../parts/Button";
import { Dialog } from "../parts/Dialog";
import { texts } from "../state/drafts";
import { flush, untaken } from "../state/sender";
import { signOut } from "../state/signOut";
import { t } from "../words";
import { wordsOf } from "./words";

/** How many of each are shown. */
const most = 3;

export function Leave({ close }: { close: () => void }) {
  const [busy, setBusy] = useState(false);
  const [told, setTold] = useState("");
  const all = untaken.value, written = [...texts.value];
  const [waited] = useState(all.length > 0); // they may be sent meanwhile: what is to be pressed stays
  const leave = async () => {
    if (!await signOut(true)) setTold(t("refused.noAnswer"));
  };
  const send = async () => {
    setBusy(true);
    setTold("");
    await flush(true);
    setBusy(false);
    if (untaken.peek().length > 0) return setTold(t("waiting.notEverythingIsSent"));
    await leave();
  };
  return (
    <Dialog title={t(waited && written.length === 0 ? "waiting.sendBeforeYouGo" : "waiting.signOutAnyway")} onClose={close}>
      <div class="stack">
        {all.length > 0 && (
          <>
            <p>{t("waiting.nWait", { n: all.length })}</p>
            <ul class="waiting">{all.slice(0, most).map(({ key, body }) => <li key={key}><p class="waiting-words" dir="auto">{body.summary}</p></li>)}</ul>
          </>
        )}
        {written.length > 0 && (
          <>
            <p>{t("waiting.nNotSaved", { n: written.length })}</p>
            <ul class="waiting">{written.slice(0, most).map(([name, draft]) => <li key={name}><p class="waiting-words" dir="auto">{wordsOf(draft)}</p></li>)}</ul>
          </>
        )}
        <p class="meta" role="status">{told}</p>
        <div class="stack waiting-ways">
          {waited && written.length === 0 && <Button kind="ink" wide busy={busy} onClick={() => void send()}>{t("waiting.sendAndSignOut")}</Button>}
          <Button wide onClick={close}>{t("waiting.staySignedIn")}</Button>
          <Button kind="bare" danger wide onClick={() => void leave()}>{t("waiting.deleteAndSignOut")}</Button>
        </div>
      </div>
    </Dialog>
  );
}
