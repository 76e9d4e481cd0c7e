import { useState } from "preact/hooks";
import { Button, ButtonLink } from "../../parts/Button";
import { Field } from "../../parts/Field";
import { go, route, to, usePage } from "../../router";
import { useKept } from "../../state/kept";
import { useAddress } from "../documents/address";
import { t } from "../../words";
import { rich } from "../../words/rich";

/** A title becomes a page; its text is written where every text is. */
export function NewPage({ folder }: { folder: string }) {
  usePage({ title: t("wiki.newPage"), heading: t("common.wiki") });
  const first = folder ? folder + "/" : "";
  const [title, setTitle] = useKept(`new page in ${folder}`, first);
  const [tried, setTried] = useState(false);
  const { address, taken, wrong, sure } = useAddress("page", title);

  const begin = async () => {
    setTried(true);
    const from = route.peek();
    const { address: path, taken: there } = await sure();
    if (!path || there || route.peek() !== from) return; // the field says why
    setTitle(first);
    go(to("page", { path }, { edit: "new", title: title.slice(title.lastIndexOf("/") + 1).trim() }), { replace: true });
  };
  const error = wrong || (tried && !title.trim() ? t("common.giveItATitleFirst") : "");
  return (
    <form class="stack form" onSubmit={(e) => { e.preventDefault(); void begin(); }}>
      <h2 class="doc-title">{t("wiki.newPage")}</h2>
      <Field
        label={t("common.title")} autoFocus value={title} error={error || (taken ? t("wiki.thereIsSuchAPage") : "")} onInput={(words) => { setTried(false); setTitle(words); }}
        hint={address ? rich("wiki.itsPath", { path: <span class="mono">{address}</span> }) : t("wiki.aSlashMakesAFolder")}
      />
      <div class="line">
        {taken ? <ButtonLink kind="ink" href={to("page", { path: address })}>{t("wiki.openThatPage")}</ButtonLink> : <Button kind="ink" type="submit">{t("wiki.writeIt")}</Button>}
        <Button kind="bare" onClick={() => { setTitle(first); go(to("wiki")); }}>{t("common.cancel")}</Button>
      </div>
    </form>
  );
}
