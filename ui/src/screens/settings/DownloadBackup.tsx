// A backup for the reader's own machine, encrypted if they like.
import { useState } from "preact/hooks";
import { SecretField } from "../../account/SecretField";
import { Button } from "../../parts/Button";
import { Switch } from "../../parts/Field";
import { arriving, downloadBackup, giveUp, type Progress } from "../../state/backup";
import { bytes } from "./words";

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
    const found = !sealed ? {} : first === "" ? { first: "This is empty." } : first !== again ? { again: "The two are not the same." } : {};
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
      <Switch label="Encrypt it with a passphrase" on={sealed} onChange={setSealed} hint="Without, whoever gets hold of the file can read it." />
      {sealed && (
        <>
          <SecretField
            {...field} name="passphrase" label="Passphrase" value={first} onInput={setFirst} error={wrong.first ?? ""}
            rule={length > 0 && length < enough ? `With fewer than ${enough} characters it may be guessed.` : "Nobody can open the file without it, the hub neither: it is kept nowhere."}
          />
          <SecretField {...field} name="passphrase-again" label="Passphrase again" value={again} onInput={setAgain} error={wrong.again ?? ""} />
        </>
      )}
      {progress ? <Arriving {...progress} /> : <div><Button type="submit" kind="ink" icon="download">Download backup</Button></div>}
    </form>
  );
}

function Arriving({ received, size }: Progress) {
  const words = size === 0 ? "The hub is writing it…" : `${bytes(received)} of ${bytes(size)}`;
  return (
    <div class="stack tight">
      <progress aria-label="Backup" {...(size > 0 && { value: received, max: size })} />
      <p class="meta"><span role="status">{size === 0 ? words : "It is on its way."}</span> {size > 0 && words} You can leave this screen.</p>
      <div><Button kind="bare" onClick={giveUp}>Cancel</Button></div>
    </div>
  );
}
