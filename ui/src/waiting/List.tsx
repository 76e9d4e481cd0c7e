// What the hub does not have yet. The captures that wait: each can be sent, changed if the hub does not
// want it as it is, and deleted. And what was written before the page was opened, and not saved.
import { useState } from "preact/hooks";
import { Button } from "../parts/Button";
import { Copy } from "../parts/Copy";
import { Dialog } from "../parts/Dialog";
import { Icon } from "../parts/Icon";
import { Facts } from "../parts/Row";
import { Time } from "../parts/Time";
import { correct } from "../shell/Capture";
import { written } from "../state/lines";
import { leftOver } from "../state/drafts";
import { unsent } from "../state/outbox";
import { durable, flush, isElsewhere, put, refusals, remove, sendHere } from "../state/sender";
import { say } from "../state/toasts";
import type { Waiting } from "../worker/waiting";
import { t } from "../words";
import { Text } from "./Text";

export function List({ close }: { close: () => void }) {
  const [busy, setBusy] = useState(false);
  const [told, setTold] = useState("");
  const all = unsent.value, left = leftOver.value;
  const send = async () => {
    setBusy(true);
    setTold("");
    await flush(true);
    setBusy(false);
    if (unsent.peek().length > 0) setTold(t("waiting.notEverythingIsSent"));
  };
  return (
    <Dialog title={t(all.length === 0 && left.length > 0 ? "common.notSavedYet" : "waiting.waitingToSend")} onClose={close}>
      {all.length === 0
        ? left.length === 0 && <p role="status">{t("waiting.nothingWaits")}</p>
        : (
          <>
            {!durable.value && <p class="meta">{t("waiting.keepThisPageOpen")}</p>}
            <ul class="waiting" aria-label={t("waiting.waitingToSend")}>{all.map((one) => <Entry key={one.key} one={one} close={close} />)}</ul>
            <p class="meta" role="status">{told}</p>
            <div class="line">
              <Button kind="ink" busy={busy} onClick={() => void send()}>{t("waiting.sendNow")}</Button>
              <Copy label={t("waiting.copyAll")} text={all.map(({ body }) => written(body)).join("\n\n")} />
            </div>
          </>
        )}
      {left.length > 0 && (
        <>
          {all.length > 0 && <h3 class="section">{t("common.notSavedYet")}</h3>}
          <ul class="waiting" aria-label={t("common.notSavedYet")}>{left.map((one) => <Text key={one.name} left={one} close={close} />)}</ul>
        </>
      )}
    </Dialog>
  );
}

function Entry({ one, close }: { one: Waiting; close: () => void }) {
  const { key, body, since } = one;
  const why = refusals.value.get(key);
  const edit = () => {
    close();
    correct(one, written(body), () => void remove([key]));
  };
  const drop = async () => {
    await remove([key]);
    say(t("waiting.deleted"), { action: { label: t("common.undo"), run: () => void put(one) } });
  };
  return (
    <li>
      <p class="waiting-words" dir="auto">{written(body)}</p>
      <Facts class="meta" of={[<Time key="since" at={new Date(since).toISOString()} words />, body.project_slug, isElsewhere(one) && t("waiting.anotherHub")].filter(Boolean)} />
      {why && <p class="wrong"><Icon name="warn" small /><span>{why}</span></p>}
      <div class="line">
        {why && <Button kind="bare" icon="edit" onClick={edit}>{t("common.edit")}</Button>}
        {isElsewhere(one) && <Button kind="bare" icon="sync" onClick={() => void sendHere(one)}>{t("waiting.sendHere")}</Button>}
        <Button kind="bare" icon="trash" onClick={() => void drop()}>{t("common.delete")}</Button>
      </div>
    </li>
  );
}
