import { useEffect, useState } from "preact/hooks";
import type { Thread } from "../../api/types";
import { Field } from "../../parts/Field";
import { markOf, StatusMark } from "../../parts/StatusMark";
import { projectTitle } from "../../state/projects";
import { useLast, usePages, useResource } from "../../state/resource";
import { t } from "../../words";

/** How long after a keystroke the hub is asked, in milliseconds. */
const pause = 150;

interface Choice {
  near: Thread;
  label: string;
  /** The ids of those that are not to be chosen. */
  without?: readonly string[];
  choose: (other: Thread) => void;
}

/** The project of a thread, marked when it is another one's than of the thread it is chosen for. */
export const placeOf = ({ project_slug: slug }: Thread, { project_slug: own }: Thread): string => (slug === own ? projectTitle(slug) : t("common.anotherProject", { project: projectTitle(slug) }));

/** Finds another active thread by its words: at first the hub's guesses, and its neighbours. */
export function ChooseThread({ near: thread, label, without = [], choose }: Choice) {
  const [words, setWords] = useState("");
  const [asked, setAsked] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setAsked(words.trim()), pause);
    return () => clearTimeout(timer);
  }, [words]);
  // Without words: those the hub takes for the same work, and then its neighbours.
  const near = useResource("/api/overlap", { query: { q: thread.summary, project: thread.project_slug, limit: 10 } }, { on: [] });
  const list = usePages("/api/threads", { query: { q: asked, limit: 50 } }, { on: ["threads"] });
  const nearest = new Map(near.data.value?.hits.map(({ id }, place) => [id, place]));
  const known = useLast(list);
  const others = (known?.items ?? []).filter(({ id }) => id !== thread.id && !without.includes(id))
    .sort((a, b) => (nearest.get(a.id) ?? nearest.size) - (nearest.get(b.id) ?? nearest.size)).slice(0, 8);
  return (
    <div class="stack">
      <Field label={label} type="search" placeholder={t("threads.wordsOfItsTitleGoal")} autoFocus value={words} onInput={setWords} />
      {others.length > 0 && (
        <ul class="choices">
          {others.map((other) => (
            <li key={other.id}>
              <button type="button" onClick={() => choose(other)}>
                <StatusMark mark={markOf(other)} /><span dir="auto">{other.summary}</span><span class="meta" dir="auto">{placeOf(other, thread)}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {known && others.length === 0 && <p class="meta">{asked ? t("threads.noOtherOpenThreadHas") : t("threads.thereIsNoOtherOpen")}</p>}
    </div>
  );
}
