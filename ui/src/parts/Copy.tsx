import { useState } from "preact/hooks";
import { Refusal } from "../api/refusal";
import { say } from "../state/toasts";
import { Button } from "./Button";
import { extra } from "./deferred";
import { t } from "../words";

const Selectable = extra(() => import("./Selectable"));

interface CopyProps {
  /** What is copied. */
  text: string | (() => string | Promise<string>);
  /** What the button says, and the title of the text where there is no clipboard. */
  label: string;
  said?: string;
  kind?: "outlined" | "bare";
}

/** Copies a text. Over plain http a page has no clipboard: then the text is there to be selected. */
export function Copy({ text, label, said = t("common.copied"), kind = "outlined" }: CopyProps) {
  const [shown, setShown] = useState<string | null>(null);
  const copy = async () => {
    let words: string;
    try {
      words = typeof text === "string" ? text : await text();
    } catch (failure) {
      if (!(failure instanceof Refusal)) throw failure;
      return say(failure.sentence, { alarm: true });
    }
    try {
      await navigator.clipboard.writeText(words);
      say(said);
    } catch {
      setShown(words);
    }
  };
  return (
    <>
      <Button kind={kind} icon="copy" onClick={() => void copy()}>{label}</Button>
      {shown !== null && <Selectable title={label} text={shown} onClose={() => setShown(null)} />}
    </>
  );
}
