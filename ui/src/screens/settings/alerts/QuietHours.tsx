// The hours in which only urgent reminders come.
import { useState } from "preact/hooks";
import { api } from "../../../api/client";
import type { Notify } from "../../../api/types";
import { Field, Switch } from "../../../parts/Field";
import { change } from "../../../state/change";
import { t } from "../../../words";
import { fixedBy } from "../words";

const usual = { from: "22:00", to: "07:00" };

export function QuietHours({ of: { quiet, sources } }: { of: Notify }) {
  const fixed = fixedBy(sources.quiet ?? "default");
  const [typed, setTyped] = useState<Partial<typeof usual>>({}); // saved once it is whole: a clock is written digit by digit
  const [wrong, setWrong] = useState("");
  const put = async (next: Notify["quiet"]) => {
    setWrong("");
    await change({ send: () => api.put("/api/notify", { body: { quiet: next } }), said: t("common.saved"), refused: (why) => setWrong(why.of("quiet") || why.sentence) });
  };
  const save = () => {
    if (quiet && typed.from !== "" && typed.to !== "" && Object.keys(typed).length > 0) void put({ ...quiet, ...typed });
    setTyped({});
  };
  const end = (key: "from" | "to", label: string) => (
    <Field label={label} type="time" readOnly={Boolean(fixed)} value={typed[key] ?? quiet![key]} onInput={(time) => setTyped({ ...typed, [key]: time })} onBlur={save} />
  );
  return (
    <div class="stack">
      <Switch label={t("settings.quietHours")} hint={fixed || t("settings.quietHoursHint")} disabled={Boolean(fixed)} on={quiet !== null} onChange={(on) => void put(on ? usual : null)} />
      {quiet && <div class="line hours">{end("from", t("settings.quietFrom"))}{end("to", t("settings.quietTo"))}</div>}
      <p class="wrong" role="alert">{wrong}</p>
    </div>
  );
}
