// A new path for a page and all below it. The links to them follow.
import { useState } from "preact/hooks";
import { api } from "../../api/client";
import type { PageInfo } from "../../api/types";
import { Button } from "../../parts/Button";
import { Field } from "../../parts/Field";
import { go, route, to } from "../../router";
import { change } from "../../state/change";
import { useKept } from "../../state/kept";
import type { Pages, Resource } from "../../state/resource";
import { sayDone } from "../../state/toasts";
import { useAddress } from "../documents/address";
import { moveDrafts } from "../documents/drafts";
import { within } from "./tree";
import { t } from "../../words";
import { rich } from "../../words/rich";

const pagesIn = (n: number) => (t("wiki.nPages", { n }));
const textsIn = (n: number) => (t("wiki.nTexts", { n }));

/** `linked` is how many texts link to the page itself. */
export function MovePage({ path, title, pages, linked }: { path: string; title: string; pages: Resource<Pages<PageInfo>>; linked: number }) {
  const [typed, setTyped] = useKept(`move ${path}`, path);
  const [refused, setRefused] = useState("");
  const [busy, setBusy] = useState(false);
  const { address, wrong, sure } = useAddress("page", typed);
  const known = pages.data.value?.items ?? [];
  const below = within(known, path).filter((page) => page.path !== path).length;
  const isTaken = (place: string) => place !== path && known.some((page) => page.path === place);
  const taken = isTaken(address);

  const move = async () => {
    if (!typed.trim()) return setRefused(t("wiki.giveItAPlaceFirst"));
    setBusy(true);
    await moveTo((await sure()).address);
    setBusy(false);
  };
  const moveTo = async (place: string) => {
    if (!place || isTaken(place)) return; // the field says why
    if (place === path) return setRefused(t("wiki.thisIsWhereItIs"));
    const from = route.peek();
    const answer = await change({
      send: () => api.post("/api/wiki-move", { body: { from: path, to: place } }),
      refused: (why) => setRefused(why.of("to") || why.of("from") || why.sentence),
    });
    if (answer) {
      setTyped(path);
      const { pages: moved, rewritten } = answer.data;
      moveDrafts(`wiki/${path}`, `wiki/${place}`);
      const paths = new Map(moved.map((one) => [one.from, one.to]));
      pages.edit((was) => ({ ...was, items: was.items.map((page) => ({ ...page, path: paths.get(page.path) ?? page.path })) })).keep();
      go(to("page", { path: place }), { replace: true, from });
      sayDone(rewritten.length === 0 ? t("wiki.moved", { pages: pagesIn(moved.length) }) : t("wiki.movedLinks", { pages: pagesIn(moved.length), texts: textsIn(rewritten.length) }), answer.event);
    }
  };
  return (
    <form class="stack form" onSubmit={(e) => { e.preventDefault(); void move(); }}>
      <h2 class="doc-title" dir="auto">{t("wiki.moveTitle", { title })}</h2>
      <Field
        label={t("wiki.newPlace")} autoFocus value={typed} error={wrong || (taken ? t("wiki.thereIsAPageAlready") : refused)} onInput={(words) => { setRefused(""); setTyped(words); }}
        hint={address && address !== typed.trim() ? rich("wiki.thatPath", { path: <span class="mono">{address}</span> }) : t("wiki.aPathFoldersAndA")}
      />
      <p class="meta">
        {below > 0 && `${t("wiki.belowMove", { n: below })} `}
        {linked > 0 ? t("wiki.linksInTextsinWillBe", { textsIn: textsIn(linked) }) : t("wiki.noTextLinksToIt")}
      </p>
      <div class="line"><Button kind="ink" type="submit" busy={busy} disabled={taken}>{t("wiki.move")}</Button><Button kind="bare" onClick={() => { setTyped(path); go(to("page", { path })); }}>{t("common.cancel")}</Button></div>
    </form>
  );
}
