// A form for secrets: what is wrong stands at its field, a wait is counted down, and nothing
// that was typed is lost unless it has done its work.
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Refusal } from "../api/refusal";
import { Button } from "../parts/Button";
import { SecretField, type SecretSpec } from "./SecretField";
import { hold, release, wait } from "./wait";
import { t } from "../words";

export type Values = Record<string, string>;

interface SecretFormProps {
  fields: readonly SecretSpec[];
  /** The field a 401 speaks of; none: the form as a whole. */
  credential?: string | null;
  /** Whether a password manager should keep it under the owner's name. */
  named?: boolean;
  label: string;
  /** What a 401 means. */
  wrong: string;
  /** What is wrong before anything is sent, by field. */
  check?: (values: Values) => Values;
  send: (values: Values) => Promise<unknown>;
  done: (values: Values) => void;
  /** The first field takes the focus. */
  focus?: boolean;
  children?: ComponentChildren;
}

/** How long checking goes unnoticed, in milliseconds. */
const unnoticed = 300;

export function SecretForm({ fields, credential = null, named = true, label, wrong, check = () => ({}), send, done, focus = false, children }: SecretFormProps) {
  const inputs = useRef<Record<string, HTMLInputElement | null>>({});
  const [values, setValues] = useState<Values>({});
  const [errors, setErrors] = useState<Values>({});
  const [shown, setShown] = useState<Record<string, boolean>>({});
  const [said, setSaid] = useState("");
  const [busy, setBusy] = useState(false);
  const [noticed, setNoticed] = useState(false);
  const left = wait.value;
  const waited = useRef(false);

  const first = (names: readonly string[]) => inputs.current[fields.find(({ name }) => names.includes(name))?.name ?? ""];
  useEffect(() => { if (focus) first(fields.map(({ name }) => name))?.focus(); }, []);
  useEffect(() => {
    if (left > 0) waited.current = true;
    else if (waited.current) {
      waited.current = false;
      setSaid(t("account.youCanTryAgainNow"));
    }
  }, [left]);

  /** Marks fields and goes to the first of them. */
  const point = (found: Values) => {
    setErrors(found);
    const input = first(Object.keys(found));
    input?.focus();
    input?.select();
  };

  const refuse = (why: Refusal) => {
    const at = Object.fromEntries(fields.map(({ name }) => [name, why.of(name)]).filter(([, words]) => words)) as Values;
    if (why.status === 401) credential ? point({ [credential]: wrong }) : setSaid(wrong);
    else if (Object.keys(at).length > 0) point(at);
    else if (why.status === 429) {
      first(fields.map(({ name }) => name))?.focus(); // a disabled button would drop it
      hold(why.retryAfter || 60);
    } else setSaid(why.offline ? t("account.theHubDidNotAnswer") : why.sentence);
  };

  const submit = async () => {
    if (busy || left > 0) return;
    setSaid("");
    setErrors({});
    setShown({}); // browsers remember what stands in a field of plain text
    const empty = Object.fromEntries(fields.filter(({ name }) => !values[name]).map(({ name }) => [name, t("account.empty")]));
    const found = { ...Object.fromEntries(Object.entries(check(values)).filter(([name]) => values[name])), ...empty };
    if (Object.keys(found).length > 0) return point(found);

    setBusy(true);
    const noticeable = setTimeout(() => setNoticed(true), unnoticed);
    try {
      await send(values);
    } catch (failure) {
      if (!(failure instanceof Refusal)) throw failure;
      return refuse(failure);
    } finally {
      clearTimeout(noticeable);
      setNoticed(false);
      setBusy(false);
    }
    release();
    waited.current = false;
    setValues({}); // no secret stays in the page
    done(values);
  };

  return (
    <form method="post" noValidate class="stack" aria-busy={busy || undefined} onSubmit={(e) => { e.preventDefault(); void submit(); }}>
      {named && <input class="unseen" type="text" name="username" autocomplete="username" value="owner" readOnly tabIndex={-1} aria-hidden="true" />}
      {fields.map((field) => (
        <SecretField
          key={field.name} {...field} value={values[field.name] ?? ""} error={errors[field.name] ?? ""} shown={shown[field.name] ?? false}
          onInput={(value) => setValues((was) => ({ ...was, [field.name]: value }))} onShow={(on) => setShown((was) => ({ ...was, [field.name]: on }))}
          input={(node) => { inputs.current[field.name] = node; }}
        />
      ))}
      <div class="said" role="status">{left > 0 ? <TooMany seconds={left} /> : said && <p>{said}</p>}</div>
      <Button type="submit" kind="ink" big wide disabled={left > 0}>{left > 0 ? t("account.tryAgainInLeftS", { left }) : noticed ? t("account.checking") : label}</Button>
      {children}
    </form>
  );
}

/** Said once; the seconds count on the button, where nothing is read out. */
function TooMany({ seconds }: { seconds: number }) {
  const [begun] = useState(seconds);
  return <p>{t("common.tooManyTriesFromThis")} <span class="unseen">{t("account.againIn", { n: begun })}</span></p>;
}
