// One setting in a form. What the configuration fixes can't be written: it is shown, and by what.
import { useState } from "preact/hooks";
import { SecretField } from "../../account/SecretField";
import type { Refusal } from "../../api/refusal";
import { Field } from "../../parts/Field";
import { t } from "../../words";

interface Setting {
  label: string;
  /** By what it is fixed (`fixedBy`); "" when it is not. */
  fixed: string;
  value: string;
  onInput: (value: string) => void;
  /** What holds for it. */
  hint: string;
  /** What is wrong with it; nothing when nothing is. */
  error: string | undefined;
}

/** One that everybody may read who may see the settings. */
export function SettingField({ fixed, hint, error = "", onInput, input = "text", ...rest }: Setting & { input?: "text" | "url" | "numeric"; placeholder?: string }) {
  if (fixed) return <Field {...rest} mono readOnly onInput={() => {}} hint={fixed} />;
  return <Field {...rest} mono inputMode={input} onInput={onInput} hint={hint} error={error} />;
}

/** One that nobody gets back: `value` is what was typed, and `set` whether there is one. */
export function SettingSecret({ label, name, fixed, set, value, onInput, hint, error = "" }: Setting & { name: string; set: boolean }) {
  const [shown, setShown] = useState(false);
  if (fixed) return <Field label={label} readOnly value="" placeholder={set ? t("settings.set") : t("settings.none")} onInput={() => {}} hint={fixed} />;
  return <SecretField name={name} label={label} mono autoComplete="off" required={false} value={value} onInput={onInput} error={error} rule={hint} shown={shown} onShow={setShown} />;
}

/** What is wrong by field, of those in the form; what is wrong with none of them is wrong with all. */
export function wrongBy(why: Refusal, fields: readonly string[], place = (field: string) => field): Record<string, string> {
  const wrong = Object.fromEntries(fields.map((field) => [field, why.of(place(field))]).filter(([, text]) => text));
  return Object.keys(wrong).length > 0 ? wrong : { all: t("settings.notSavedSentence", { sentence: why.sentence }) };
}
