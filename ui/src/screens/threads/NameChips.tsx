// What else a thread is called: wordings it was found by, titles of threads merged into it, and
// what the owner adds. All of them find it.
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Thread } from "../../api/types";
import { Button } from "../../parts/Button";
import { beginFact, FactEditor, useDraft } from "../../parts/Fact";
import { Field } from "../../parts/Field";
import { quoted } from "../../state/thread";
import { say } from "../../state/toasts";
import { mostNames, saveNames } from "./otherNames";
import { t } from "../../words";

const placeOf = ({ id }: Thread): string => `threads/${id}/also_known`;

/** Opens the field for one more name. */
export function addName(thread: Thread): void {
  if (thread.also_known.length < mostNames) beginFact(placeOf(thread), "");
  else say(t("threads.mostnamesNamesAreTheMost", { mostNames }));
}

export function NameChips({ thread }: { thread: Thread }) {
  const { also_known: names } = thread;
  const at = placeOf(thread);
  const { draft, around } = useDraft<string, HTMLLIElement>(at);
  const label = t("threads.anotherName");
  const shown = names.length > 0 || Boolean(draft);
  const before = useRef(shown);
  useLayoutEffect(() => {
    // What had the focus is gone: it goes to where a name is added from now on.
    if (before.current && !shown && document.activeElement === document.body) document.querySelector<HTMLElement>(".thread-line button")?.focus();
    before.current = shown;
  }, [shown]);
  if (!shown) return null;
  const add = (name: string) => saveNames(thread, (known) => [...known, name], t("threads.savedAnotherName"));
  const takeOut = async (name: string) => {
    const wrong = await saveNames(thread, (known) => known.filter((one) => one !== name), t("threads.takenOutTitle", { title: quoted({ summary: name }) }));
    if (wrong !== null) say(t("threads.itIsNotTakenOut", { wrong }), { alarm: true });
  };
  return (
    <ul class="names" aria-label={t("common.alsoKnownAs")}>
      <li class="meta" aria-hidden="true">{t("common.alsoKnownAs")}</li>
      {names.map((name) => (
        <li key={name} class="name">
          <span dir="auto">{name}</span>
          <Button
            kind="bare" icon="close" iconOnly
            onClick={(e) => {
              (e.currentTarget as Element).closest("li")!.nextElementSibling?.querySelector("button")?.focus();
              void takeOut(name);
            }}
          >
            {t("threads.takeOutName", { name })}
          </Button>
        </li>
      ))}
      <li ref={around}>
        {draft
          ? <FactEditor at={at} label={label} value="" show={() => null} draft={draft} editor={({ value, set, wrong }) => <Field label={label} quiet placeholder={label} value={value} onInput={set} error={wrong} />} save={add} />
          : <Button kind="bare" icon="plus" iconOnly onClick={() => addName(thread)}>{t("common.addAnotherName")}</Button>}
      </li>
    </ul>
  );
}
