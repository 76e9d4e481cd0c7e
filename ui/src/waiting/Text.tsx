// A text that is not saved yet: what it says, where it was written, and the way back to it.
import { Button } from "../parts/Button";
import { Facts } from "../parts/Row";
import { Time } from "../parts/Time";
import { places } from "../places";
import { go, read } from "../router";
import { capture } from "../shell/Capture";
import { draftOf, type Left, leftOver, setDraft } from "../state/drafts";
import { takeUp } from "../state/draftStore";
import { say } from "../state/toasts";
import { t } from "../words";
import { wordsOf } from "./words";

export function Text({ left, close }: { left: Left; close: () => void }) {
  const { name, place, where, at } = left;
  const isCapture = place === "capture";
  const screen = isCapture ? "capture" : read(new URL(where, location.href))?.name ?? "missing";
  const goOn = () => {
    close();
    takeUp(left);
    if (isCapture) capture();
    else go(where);
  };
  const drop = () => {
    const draft = draftOf(name);
    setDraft(name, undefined);
    const bringBack = () => {
      setDraft(name, draft);
      leftOver.value = [left, ...leftOver.peek()];
    };
    say(t("common.discarded"), { action: { label: t("common.undo"), run: bringBack } });
  };
  return (
    <li>
      <p class="waiting-words" dir="auto">{wordsOf(left)}</p>
      <Facts class="meta" of={[<Time key="at" at={new Date(at).toISOString()} words />, places[screen].title]} />
      <div class="line">
        <Button kind="bare" icon="edit" onClick={goOn}>{t("common.goOn")}</Button>
        <Button kind="bare" icon="trash" onClick={drop}>{t("common.discard")}</Button>
      </div>
    </li>
  );
}
