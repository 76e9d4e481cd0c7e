import { useEffect, useRef } from "preact/hooks";
import { Dialog } from "./Dialog";
import { TextArea } from "./Field";
import { t } from "../words";

/** A text to be copied by hand. */
export default function Selectable({ title, text, onClose }: { title: string; text: string; onClose: () => void }) {
  const area = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    area.current?.focus();
    area.current?.select();
  }, []);
  return (
    <Dialog title={title} onClose={onClose}>
      <TextArea ref={area} label={t("parts.theTextSelected")} rows={8} mono readOnly value={text} onInput={() => {}} hint={t("parts.thisPageHasNoClipboard")} />
    </Dialog>
  );
}
