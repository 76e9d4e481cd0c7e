// Texts that were changed on both sides in the same place: both beside each other, and what
// they are to become.
import { useEffect, useMemo, useState } from "preact/hooks";
import { api } from "../../../api/client";
import type { ForgeConflict } from "../../../api/types";
import { Button } from "../../../parts/Button";
import { ChangedMeanwhile } from "../../../parts/ChangedMeanwhile";
import { TextArea } from "../../../parts/Field";
import { Loaded } from "../../../parts/Rest";
import { Segmented } from "../../../parts/Tabs";
import { to } from "../../../router";
import { change } from "../../../state/change";
import { draftOf, resume, same, setDraft } from "../../../state/drafts";
import { usePages } from "../../../state/resource";
import { Sides } from "../../documents/Difference";
import { savedText, shownText } from "../../documents/ending";
import { type Choice, chosen, merged, partsOf, type Place } from "../../documents/merge";
import { t } from "../../../words";

/** `onDecided` is called when one is settled. */
export default function Conflicts({ onDecided }: { onDecided: () => Promise<void> }) {
  const list = usePages("/api/forge/conflicts", { query: { limit: 5 } });
  const decided = async () => {
    await Promise.all([list.refetch(), onDecided()]);
  };
  return (
    <Loaded of={list}>
      {({ items, next }) => (
        <>
          {items.map((one) => <One key={one.item} of={one} onDecided={decided} />)}
          {next && <Button kind="bare" onClick={() => void list.more()}>{t("common.showMore")}</Button>}
        </>
      )}
    </Loaded>
  );
}

/** Where a document is shown, by its hub:// address. */
function placeOf(item: string): string {
  const [, kind, rest = ""] = /^hub:\/\/(wiki|projects)\/(.*)$/.exec(item) ?? [];
  return kind === "wiki" ? to("page", { path: rest }) : to("project", { slug: rest.replace(/\/progress$/, "") });
}

/** The two that are brought together. */
type Texts = Pick<ForgeConflict, "ours" | "theirs">;

function One({ of: { id, path, item, base, ours, theirs }, onDecided }: { of: ForgeConflict; onDecided: () => Promise<void> }) {
  const parts = useMemo(() => partsOf(shownText(base), shownText(ours), shownText(theirs)), [base, ours, theirs]);
  const places = parts.filter((part) => !("same" in part)) as Place[];
  const [choices, setChoices] = useState<ReadonlyMap<Place, Choice>>(new Map());
  const [busy, setBusy] = useState(false);
  const at = `forge/conflicts/${item}`;
  useEffect(() => resume(at), [at]);
  // What is written by hand outlives the two texts that it brings together.
  const written = draftOf<string, Texts>(at);
  const texts: Texts = { ours, theirs };
  const proposed = merged(parts, choices);
  const text = written?.value ?? proposed;
  const write = (value: string) => setDraft<string, Texts>(at, { value, base: written?.base ?? texts });
  const choose = (place: Place, choice: Choice) => {
    setChoices(new Map(choices).set(place, choice));
    setDraft(at, undefined);
  };
  const decide = async () => {
    setBusy(true);
    const decision = await change({
      send: () => api.post("/api/forge/conflicts/{id}/resolve", { path: { id }, body: { markdown: savedText(text, ours) } }),
      said: t("settings.decidedTheNextSyncBrings"),
      failed: t("settings.notDecided"),
    });
    if (decision && draftOf(at) === written) setDraft(at, undefined);
    await onDecided();
    setBusy(false);
  };
  return (
    <article class="stack forge-conflict" aria-label={path}>
      <h4><a class="mono" href={placeOf(item)}>{path}</a></h4>
      <ol class="places" aria-label={t("common.whereTheTwoDiffer")}>
        {places.map((place, i) => {
          const choice = choices.get(place) ?? chosen(place);
          return (
            <li key={i}>
              <Sides mine={place.mine} theirs={place.theirs} names={[t("common.inTheHub"), t("settings.inTheForge")]} kept={[choice !== "theirs", choice !== "mine"]} />
              <Segmented
                label={t("common.placeOf", { n: i + 1, all: places.length })} value={choice}
                options={[{ value: "mine", label: t("settings.theHubs") }, { value: "both", label: t("settings.both") }, { value: "theirs", label: t("settings.theForges") }]}
                onChange={(value) => choose(place, value)}
              />
            </li>
          );
        })}
      </ol>
      {written && !same(written.base, texts) && <ChangedMeanwhile><span class="words">{proposed}</span></ChangedMeanwhile>}
      <TextArea label={t("settings.whatBothShallHave")} mono rows={8} value={text} onInput={write} hint={t("settings.changeItAsYouLike")} />
      <div class="line"><Button busy={busy} onClick={() => void decide()}>{t("common.useThisText")}</Button></div>
    </article>
  );
}
