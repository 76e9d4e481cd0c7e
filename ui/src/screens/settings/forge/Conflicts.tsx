// Texts that were changed on both sides in the same place: both beside each other, and what
// they are to become.
import { useMemo, useState } from "preact/hooks";
import { api } from "../../../api/client";
import type { ForgeConflict } from "../../../api/types";
import { Button } from "../../../parts/Button";
import { TextArea } from "../../../parts/Field";
import { Loaded } from "../../../parts/Rest";
import { Segmented } from "../../../parts/Tabs";
import { to } from "../../../router";
import { change } from "../../../state/change";
import { usePages } from "../../../state/resource";
import { Sides } from "../../documents/Difference";
import "../../documents/documents.css";
import { savedText, shownText } from "../../documents/ending";
import { type Choice, chosen, merged, partsOf, type Place } from "../../documents/merge";

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
          {items.map((one) => <One key={one.id + one.ours + one.theirs} of={one} onDecided={decided} />)}
          {next && <Button kind="bare" onClick={() => void list.more()}>Show more</Button>}
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

function One({ of: { id, path, item, base, ours, theirs }, onDecided }: { of: ForgeConflict; onDecided: () => Promise<void> }) {
  const parts = useMemo(() => partsOf(shownText(base), shownText(ours), shownText(theirs)), [base, ours, theirs]);
  const places = parts.filter((part) => !("same" in part)) as Place[];
  const [choices, setChoices] = useState<ReadonlyMap<Place, Choice>>(new Map());
  const [written, setWritten] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const text = written ?? merged(parts, choices);
  const choose = (place: Place, choice: Choice) => {
    setChoices(new Map(choices).set(place, choice));
    setWritten(null);
  };
  const decide = async () => {
    setBusy(true);
    await change({
      send: () => api.post("/api/forge/conflicts/{id}/resolve", { path: { id }, body: { markdown: savedText(text, ours) } }),
      said: "Decided. The next sync brings it to the forge.",
      failed: "Not decided.",
    });
    await onDecided();
    setBusy(false);
  };
  return (
    <article class="stack forge-conflict" aria-label={path}>
      <h4><a class="mono" href={placeOf(item)}>{path}</a></h4>
      <ol class="places" aria-label="Where the two differ">
        {places.map((place, i) => {
          const choice = choices.get(place) ?? chosen(place);
          return (
            <li key={i}>
              <Sides mine={place.mine} theirs={place.theirs} names={["In the hub", "In the forge"]} kept={[choice !== "theirs", choice !== "mine"]} />
              <Segmented
                label={`Place ${i + 1} of ${places.length}: which text to keep`} value={choice}
                options={[{ value: "mine", label: "The hub's" }, { value: "both", label: "Both" }, { value: "theirs", label: "The forge's" }]}
                onChange={(value) => choose(place, value)}
              />
            </li>
          );
        })}
      </ol>
      <TextArea label="What both shall have" mono rows={8} value={text} onInput={setWritten} hint="Change it as you like. A choice above writes it anew." />
      <div class="line"><Button busy={busy} onClick={() => void decide()}>Use this text</Button></div>
    </article>
  );
}
