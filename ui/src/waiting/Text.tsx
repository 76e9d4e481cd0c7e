// A text that is not saved yet: what it says, where it was written, and the way back to it.
import { Button } from "../parts/Button";
import { Facts } from "../parts/Row";
import { Time } from "../parts/Time";
import { places } from "../places";
import { go, read } from "../router";
import { capture } from "../shell/Capture";
import { draftOf, leftOver, setDraft, type Stored } from "../state/drafts";
import { say } from "../state/toasts";
import { t } from "../words";
import { wordsOf } from "./words";

export function Text({ stored, close }: { stored: Stored; close: () => void }) {
  const { name, where, at } = stored;
  const isCapture = name === "capture";
  const place = isCapture ? "capture" : read(new URL(where, location.href))?.name ?? "missing";
  const goOn = () => {
    close();
    if (isCapture) capture();
    else go(where);
  };
  const drop = () => {
    const draft = draftOf(name);
    setDraft(name, undefined);
    const bringBack = () => {
      setDraft(name, draft);
      leftOver.value = [stored, ...leftOver.peek()];
    };
    say(t("common.discarded"), { action: { label: t("common.undo"), run: bringBack } });
  };
  return (
    <li>
      <p class="waiting-words" dir="auto">{wordsOf(stored)}</p>
      <Facts class="meta" of={[<Time key="at" at={new Date(at).toISOString()} words />, places[place].title]} />
      <div class="line">
        <Button kind="bare" icon="edit" onClick={goOn}>{t("common.goOn")}</Button>
        <Button kind="bare" icon="trash" onClick={drop}>{t("common.discard")}</Button>
      </div>
    </li>
  );
}
