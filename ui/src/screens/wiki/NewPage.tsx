import { useState } from "preact/hooks";
import { Button, ButtonLink } from "../../parts/Button";
import { Field } from "../../parts/Field";
import { go, to, usePage } from "../../router";
import { useKept } from "../../state/kept";
import { useAddress } from "../documents/address";

/** A title becomes a page; its text is written where every text is. */
export function NewPage({ folder }: { folder: string }) {
  usePage({ title: "New page", heading: "Wiki" });
  const [title, setTitle] = useKept(`new page in ${folder}`, folder ? folder + "/" : "");
  const [tried, setTried] = useState(false);
  const { address, taken, wrong, sure } = useAddress("page", title);

  const begin = async () => {
    setTried(true);
    const { address: path, taken: there } = await sure();
    if (!path || there) return; // the field says why
    setTitle(folder ? folder + "/" : "");
    go(to("page", { path }, { edit: "1", title: title.slice(title.lastIndexOf("/") + 1).trim() }), { replace: true });
  };
  const error = wrong || (tried && !title.trim() ? "Give it a title first." : "");
  return (
    <form class="stack form" onSubmit={(e) => { e.preventDefault(); void begin(); }}>
      <h2 class="doc-title">New page</h2>
      <Field
        label="Title" autoFocus value={title} error={error || (taken ? "There is such a page already." : "")} onInput={(words) => { setTried(false); setTitle(words); }}
        hint={address ? <>Its path: <span class="mono">{address}</span></> : "A slash makes a folder: Homelab/Storage layout"}
      />
      <div class="line">
        {taken ? <ButtonLink kind="ink" href={to("page", { path: address })}>Open that page</ButtonLink> : <Button kind="ink" type="submit">Write it</Button>}
        <ButtonLink kind="bare" href={to("wiki")}>Cancel</ButtonLink>
      </div>
    </form>
  );
}
