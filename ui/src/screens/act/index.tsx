// Where a button of a mail leads. It is done by a press here, never by opening the link: what reads
// mail for somebody opens every one.
import { useEffect, useState } from "preact/hooks";
import { api } from "../../api/client";
import { Refusal } from "../../api/refusal";
import { Button } from "../../parts/Button";
import { Card } from "../../parts/Card";
import { to } from "../../router";
import { t } from "../../words";
import "./act.css";

const verbs = {
  done: { label: "act.done", did: "act.happened" },
  snooze_1h: { label: "act.snooze1h", did: "act.putOffHour" },
  snooze_day: { label: "act.snoozeDay", did: "act.putOffDay" },
} as const;

const any = { label: "act.go", did: "act.happened" } as const;

/** What the button is called, and its token. */
interface Asked { verb: typeof any | (typeof verbs)[keyof typeof verbs]; token: string }

/** What stands behind the #, which no server sees. */
function asked(): Asked {
  const [, name = "", token = ""] = /^#([a-z0-9_]+)\.([\w-]+)$/.exec(location.hash) ?? [];
  return { verb: Object.hasOwn(verbs, name) ? verbs[name as keyof typeof verbs] : any, token };
}

export default function Act() {
  const [link, setLink] = useState(asked);
  useEffect(() => {
    const another = () => setLink(asked()); // opened in the same window: only what is behind the # differs
    addEventListener("hashchange", another);
    return () => removeEventListener("hashchange", another);
  }, []);
  return <Link key={link.token} {...link} />;
}

function Link({ verb, token }: Asked) {
  const [busy, setBusy] = useState(false);
  const [did, setDid] = useState(false);
  const [wrong, setWrong] = useState(token ? "" : t("act.incomplete"));
  const press = async () => {
    setBusy(true);
    setWrong("");
    try {
      await api.post("/api/act", { body: { token } });
      if (asked().token === token) history.replaceState(history.state, "", location.pathname); // it is used up
      setDid(true);
    } catch (failure) {
      if (!(failure instanceof Refusal)) throw failure;
      setWrong(failure.sentence);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Card label={t("place.act")}>
      <div class="stack">
        <h1>{t("place.act")}</h1>
        {!did && !wrong && <p>{t("act.ask")}</p>}
        <p role="status">{did ? `${t(verb.did)} ${t("act.takeBack")}` : wrong}</p>
        {!did && token && <Button kind="ink" icon="check" busy={busy} onClick={() => void press()}>{t(verb.label)}</Button>}
        <p><a href={to("now")}>{t("act.openHub")}</a></p>
      </div>
    </Card>
  );
}
