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
import { type Source, useVersions } from "./source";
import { t } from "../../words";

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
  const they = last ? writerOf(last) : t("documents.somebodyElse");

  return (
    <div class="conflict">
      <header class="editor-head">
        <div class="grow">
          <h2 class="doc-title" ref={head} tabIndex={-1} dir="auto">{t("documents.twoTexts", { name })}</h2>
          <p class="meta">
            {they === t("common.you") ? t("documents.youSavedAnotherText") : t("documents.theySaved", { they })}{last && <>, <Time at={last.created_at} words /></>}.{" "}
            {places.length === 0 ? t("documents.bothSayTheSameNow") : clashes === 0
              ? t("documents.theChangesAreInDifferent")
              : t("documents.nPlacesWereChangedOn", { n: clashes })}
          </p>
        </div>
        <div class="line">
          <Button kind="bare" onClick={onBack}>{t("documents.backToMyText")}</Button>
          <Button kind="ink" onClick={() => onMerged(merged(parts, choices))}>{t("common.useThisText")}</Button>
        </div>
      </header>
      <ol class="places" aria-label={t("common.whereTheTwoDiffer")}>
        {places.map((place, i) => {
          const choice = choices.get(place) ?? chosen(place);
          return (
            <li key={i}>
              <Sides mine={place.mine} theirs={place.theirs} names={[t(place.changed === "theirs" ? "documents.yoursAsBefore" : "documents.yours"), t(place.changed === "mine" ? "documents.theirsAsBefore" : "documents.theirs")]} kept={[choice !== "theirs", choice !== "mine"]} />
              <Segmented
                label={t("common.placeOf", { n: i + 1, all: places.length })} value={choice}
                options={[{ value: "mine", label: t("documents.yours") }, { value: "both", label: t("documents.both") }, { value: "theirs", label: t("documents.theirs") }]}
                onChange={(value) => setChoices(new Map(choices).set(place, value))}
              />
            </li>
          );
        })}
      </ol>
    </div>
  );
}
