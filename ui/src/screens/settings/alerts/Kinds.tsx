// Which messages come on a channel.
import type { Delivery } from "../../../api/types";
import { t } from "../../../words";

type Kind = Delivery["kind"];

const names: Record<Kind, string> = {
  get digest() { return t("settings.digest"); },
  get review() { return t("settings.review"); },
  get reminder() { return t("common.reminder"); },
  get ready() { return t("settings.whatCanStart"); },
  get approval() { return t("settings.approval"); },
  get conflict() { return t("settings.conflict"); },
  get alarm() { return t("settings.problem"); },
  get test() { return t("settings.test"); },
};
const some = (Object.keys(names) as Kind[]).filter((kind) => kind !== "test");

/** What a kind of messages is called. */
export const kindName = (kind: string) => names[kind as Kind] ?? kind;

interface Props {
  /** With commas between. */
  value: string;
  error?: string | undefined;
  onInput: (value: string) => void;
}

/** A box for each kind. The last one stays: a channel on which nothing comes is switched off. */
export function Kinds({ value, error = "", onInput }: Props) {
  const chosen = value.split(",");
  return (
    <fieldset class="picks">
      <legend>{t("settings.whatComes")}</legend>
      {some.map((kind) => {
        const on = chosen.includes(kind);
        return (
          <label key={kind} class="pick">
            <input
              type="checkbox" checked={on} disabled={on && chosen.length === 1}
              onChange={() => onInput(some.filter((one) => (one === kind ? !on : chosen.includes(one))).join(","))}
            />
            <span class="grow">{names[kind]}</span>
          </label>
        );
      })}
      {error && <p class="wrong">{error}</p>}
    </fieldset>
  );
}
