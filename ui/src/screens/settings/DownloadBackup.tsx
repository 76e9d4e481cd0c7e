// A backup for the reader's own machine, encrypted if they like.
import { useState } from "preact/hooks";
import { SecretField } from "../../account/SecretField";
import { Button } from "../../parts/Button";
import { Switch } from "../../parts/Field";
import { arriving, downloadBackup, giveUp, type Progress } from "../../state/backup";
import { bytes } from "./words";
import { t } from "../../words";

/** How many characters a passphrase has that is hard to guess. */
const enough = 12;

export function DownloadBackup() {
  const [sealed, setSealed] = useState(false);
  const [shown, setShown] = useState(false);
  const [first, setFirst] = useState("");
  const [again, setAgain] = useState("");
  const [wrong, setWrong] = useState<{ first?: string; again?: string }>({});
  const length = [...first].length;
  const progress = arriving.value;

  const submit = async () => {
    const found = !sealed ? {} : first === "" ? { first: t("settings.empty") } : first !== again ? { again: t("settings.noMatch") } : {};
    setWrong(found);
    if (Object.keys(found).length > 0) return;
    setShown(false);
    const why = await downloadBackup(sealed ? first : "");
    if (why) setWrong({ first: why.of("passphrase") });
    else {
      setFirst(""); // no secret stays in the page
      setAgain("");
    }
  };
  const field = { autoComplete: "new-password", required: sealed, shown, onShow: setShown } as const;
  return (
    <form method="post" noValidate class="stack" onSubmit={(e) => { e.preventDefault(); void submit(); }}>
      <Switch label={t("settings.encryptItWithAPassphrase")} on={sealed} onChange={setSealed} hint={t("settings.withoutWhoeverGetsHoldOf")} />
      {sealed && (
        <>
          <SecretField
            {...field} name="passphrase" label={t("settings.passphrase")} value={first} onInput={setFirst} error={wrong.first ?? ""}
            rule={length > 0 && length < enough ? t("settings.withFewerThanEnoughCharacters", { enough }) : t("settings.nobodyCanOpenTheFile")}
          />
          <SecretField {...field} name="passphrase-again" label={t("settings.passphraseAgain")} value={again} onInput={setAgain} error={wrong.again ?? ""} />
        </>
      )}
      {progress ? <Arriving {...progress} /> : <div><Button type="submit" kind="ink" icon="download">{t("settings.downloadBackup")}</Button></div>}
    </form>
  );
}

function Arriving({ received, size }: Progress) {
  const words = size === 0 ? t("settings.theHubIsWritingIt") : t("settings.bytesOfBytes2", { bytes: bytes(received), bytes2: bytes(size) });
  return (
    <div class="stack tight">
      <progress aria-label={t("settings.backup")} {...(size > 0 && { value: received, max: size })} />
      <p class="meta"><span role="status">{size === 0 ? words : t("settings.itIsOnItsWay")}</span> {size > 0 && words} {t("settings.youCanLeave")}</p>
      <div><Button kind="bare" onClick={giveUp}>{t("common.cancel")}</Button></div>
    </div>
  );
}
