// Two texts of one document: the owner's, and what somebody saved meanwhile. Each place where
// they differ is shown from both sides, and the owner says what it becomes.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { Button } from "../../parts/Button";
import { Segmented } from "../../parts/Tabs";
import { Time } from "../../parts/Time";
import type { Base } from "./drafts";
import { Sides } from "./Difference";
import { shownText } from "./ending";
import { type Choice, chosen, merged, partsOf, type Place } from "./merge";
import { writerOf } from "./Versions";
import { kindOf, type Source, useVersions } from "./source";

interface ConflictProps {
  source: Source;
  name: string;
  /** What both were made of. */
  base: string;
  mine: string;
  theirs: Base;
  onBack: () => void;
  /** Takes the text that came of it, to be looked at and saved. */
  onMerged: (text: string) => void;
}

export function Conflict({ source, name, base, mine, theirs, onBack, onMerged }: ConflictProps) {
  const parts = useMemo(() => partsOf(shownText(base), mine, shownText(theirs.markdown)), [base, mine, theirs.markdown]);
  const places = parts.filter((part) => !("same" in part)) as Place[];
  const clashes = places.filter(({ changed }) => changed === "both").length;
  const [choices, setChoices] = useState<ReadonlyMap<Place, Choice>>(new Map());
  const last = useVersions(source).data.value?.items[0];
  const head = useRef<HTMLHeadingElement>(null);
  useEffect(() => head.current?.focus(), []);
  const they = last ? writerOf(last) : "Somebody else";

  return (
    <div class="conflict">
      <header class="editor-head">
        <div class="grow">
          <h2 class="doc-title" ref={head} tabIndex={-1} dir="auto">{name}: two texts</h2>
          <p class="meta">
            {they === "You" ? "You saved another text" : `${they} saved this ${kindOf(source)}`}{last && <>, <Time at={last.created_at} words /></>}.{" "}
            {places.length === 0 ? "Both say the same now." : clashes === 0
              ? "The changes are in different places and fit together; look them over."
              : clashes === 1 ? "One place was changed on both sides. It keeps both unless you choose." : `${clashes} places were changed on both sides. They keep both unless you choose.`}
          </p>
        </div>
        <div class="line">
          <Button kind="bare" onClick={onBack}>Back to my text</Button>
          <Button kind="ink" onClick={() => onMerged(merged(parts, choices))}>Use this text</Button>
        </div>
      </header>
      <ol class="places" aria-label="Where the two differ">
        {places.map((place, i) => {
          const choice = choices.get(place) ?? chosen(place);
          return (
            <li key={i}>
              <Sides mine={place.mine} theirs={place.theirs} names={["Yours" + (place.changed === "theirs" ? ", as before" : ""), "Theirs" + (place.changed === "mine" ? ", as before" : "")]} kept={[choice !== "theirs", choice !== "mine"]} />
              <Segmented
                label={`Place ${i + 1} of ${places.length}: which text to keep`} value={choice}
                options={[{ value: "mine", label: "Yours" }, { value: "both", label: "Both" }, { value: "theirs", label: "Theirs" }]}
                onChange={(value) => setChoices(new Map(choices).set(place, value))}
              />
            </li>
          );
        })}
      </ol>
    </div>
  );
}
