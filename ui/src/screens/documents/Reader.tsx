// A document to be read. Its tasks can be ticked where they stand.
import { useRef } from "preact/hooks";
import { Markdown } from "../../parts/Markdown";
import { Button, ButtonLink } from "../../parts/Button";
import { Icon } from "../../parts/Icon";
import { change } from "../../state/change";
import type { Resource } from "../../state/resource";
import { say } from "../../state/toasts";
import { draftOf, keep } from "./drafts";
import { ticked } from "./format";
import { keyOf, none, placeOf, type Source, type Text, write } from "./source";
import { t } from "../../words";

const lineAt = (text: string, line: number) => text.split(/\r\n?|\n/)[line];

export function Reader({ source, name, now, text }: { source: Source; name: string; now: Resource<Text>; text: Text }) {
  const last = useRef(Promise.resolve());

  // One after the other: each goes out over the version that the one before has made.
  const tick = (line: number, done: boolean): Promise<void> => {
    const seen = ticked(text.markdown, line, done);
    const turn = last.current.then(async () => {
      const before = now.data.peek();
      const next = before && ticked(before.markdown, line, done);
      if (next && seen && lineAt(next, line) === lineAt(seen, line)) {
        await change({
          send: () => write(source, next, now.etag.peek() ?? none),
          said: done ? t("documents.ticked") : t("documents.openAgain"), instead: () => void tick(line, !done),
          failed: t("documents.theTaskIsAsIt"),
        });
      } else say(t("documents.thisWasChangedMeanwhileHave"), { alarm: true });
      await now.refetch();
    });
    last.current = turn.catch(() => {}); // whatever went wrong, the next one has its turn
    return turn;
  };
  return <Markdown html={text.html ?? ""} title={name} onTick={tick} />;
}

/** That somebody began to write here and went away. */
export function Unsaved({ source }: { source: Source }) {
  const key = keyOf(source);
  const draft = draftOf(key);
  if (!draft) return null;
  return (
    <div class="notice" role="status">
      <Icon name="edit" small />
      <p class="grow">{t("page" in source ? "documents.pageUnsaved" : "documents.fileUnsaved")}</p>
      <Button kind="bare" onClick={() => { keep(key, null); say(t("common.discarded"), { action: { label: t("common.undo"), run: () => keep(key, draft) } }); }}>{t("common.discard")}</Button>
      <ButtonLink href={placeOf(source, { edit: "1" })}>{t("documents.goOnWriting")}</ButtonLink>
    </div>
  );
}
