// A document being written: its text, and beside it what that will look like. What is typed
// is kept through refusals, a session that ended, changes from elsewhere and walks around.
import { useEffect, useRef, useState } from "preact/hooks";
import type { PageInfo } from "../../api/types";
import { useMoved } from "../../parts/Absent";
import { Button } from "../../parts/Button";
import { Icon } from "../../parts/Icon";
import { Markdown } from "../../parts/Markdown";
import { go, type Route, route } from "../../router";
import { change } from "../../state/change";
import { resume } from "../../state/drafts";
import type { Resource } from "../../state/resource";
import { dismiss, say } from "../../state/toasts";
import { Conflict } from "./Conflict";
import { type Base, draftOf, keep, moveDrafts } from "./drafts";
import { savedText, shownText } from "./ending";
import { usePreview } from "./preview";
import { keyOf, none, placeOf, type Source, type Text, useText, write } from "./source";
import { TextField } from "./TextField";
import { t, within } from "../../words";

export interface EditorProps {
  source: Source;
  /** What it is called, above the text. */
  name: string;
  /** The document as it is on the hub, followed while it is written. */
  now: Resource<Text>;
  /** Whether there is one; else it is begun with `initial`. */
  exists: boolean;
  /** Whether the owner asked for a new page, be it where another one once was. */
  anew?: boolean;
  initial?: string;
  /** The pages that links may lead to. */
  pages: readonly PageInfo[];
  /** Is told when the owner is done; `saved` reports whether anything was written. */
  /** `from` is where the reader was when they closed it. */
  onClose: (saved: boolean, from: Route) => void | Promise<void>;
}

const pageOf = (uri: string): Source => ({ page: uri.replace("hub://wiki/", "") });

/** The messages that something is not saved, by document. */
const reminders = new Map<string, number>();

export default function Editor({ source, name, now, exists, anew = false, initial = "", pages, onClose }: EditorProps) {
  const key = keyOf(source);
  const there = exists ? now.data.value ?? null : null;
  const read: Base = there ? { markdown: there.markdown, rev: there.rev, etag: now.etag.value ?? none } : { markdown: "", rev: 0, etag: none };
  const [saved, setSaved] = useState<Base | null>(null); // here, and not read again yet: another text in between would take the caret to its end
  const newest = saved && saved.rev > read.rev ? saved : read;
  const draft = draftOf(key);
  const base = draft?.base ?? newest;
  const text = draft?.text ?? (newest.rev === 0 && !newest.markdown ? initial : shownText(newest.markdown));

  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState("");
  const [comparing, setComparing] = useState(false);
  const preview = usePreview(text, there?.html !== undefined && !draft ? { text: shownText(there.markdown), html: there.html } : null);
  const isRead = !exists || there !== null || now.error.value !== null; // until then nobody knows what is there
  const seen = useRef(exists);
  seen.current ||= exists;
  const lost = "page" in source && !exists && (seen.current || base.rev > 0); // moved or deleted
  const { error: { value: end } } = useText(source, lost);
  const moved = lost && end?.problem.moved_to;
  const begun = "page" in source && !exists && !anew && !lost && !draft;
  const { moved: since } = useMoved("page" in source ? source.page : "", begun); // what led here may name the former path of a page
  const elsewhere = draft !== null && isRead && base.rev !== newest.rev && !busy && (!lost || Boolean(end && !moved));
  const form = useRef<HTMLFormElement>(null);

  const type = (words: string) => {
    setWrong("");
    keep(key, { text: words, base });
  };

  /** Goes on writing at the address that the page has now. */
  const follow = (uri: string) => {
    moveDrafts(key, keyOf(pageOf(uri)));
    go(placeOf(pageOf(uri), { edit: "1" }), { replace: true });
  };

  const save = async (stay: boolean) => {
    if (busy) return;
    const from = route.peek();
    if (!draft && !(newest.rev === 0 && text)) return void (stay || onClose(false, from));
    setBusy(true);
    setWrong("");
    let stale = false; // somebody saved another text meanwhile: both are shown
    const answer = await change({
      send: () => write(source, savedText(text, base.markdown), base.etag),
      said: t("documents.savedName", { name }),
      refused(why) {
        if (why.problem.moved_to) return follow(why.problem.moved_to);
        if (why.status === 412) return void (stale = true);
        const reason = why.of("markdown");
        setWrong(reason ? t("documents.theText", { why: within(reason) }) : t("documents.notSavedSentenceYourText", { sentence: why.sentence }));
      },
    });
    if (answer) {
      const mine = draftOf(key);
      const written = { markdown: answer.data.markdown, rev: answer.data.rev, etag: answer.etag ?? none };
      setSaved(written);
      keep(key, mine && mine.text !== text ? { text: mine.text, base: written } : null); // typed meanwhile
      await now.refetch();
    } else {
      await now.refetch(); // what it is by now, if that was the reason
      if (stale) setComparing(true);
    }
    setBusy(false);
    if (answer && !stay) await onClose(true, from);
  };

  const discard = () => {
    keep(key, null);
    if (draft) say(t("common.discarded"), { action: { label: t("common.undo"), run: () => { keep(key, draft); go(placeOf(source, { edit: "1" })); } } });
    void onClose(false, route.peek());
  };

  useEffect(() => { if (moved) follow(moved); }, [moved]);
  useEffect(() => { if (begun && since) go(placeOf(pageOf(since)), { replace: true }); }, [begun, since]);
  useEffect(() => { if (saved && read.rev >= saved.rev) setSaved(null); }, [saved, read.rev]);
  useEffect(() => { if (elsewhere && text === shownText(newest.markdown)) keep(key, null); }, [elsewhere, text]); // it was saved, and only the answer got lost
  useEffect(() => {
    dismiss(reminders.get(key) ?? 0);
    resume(key);
    return () => {
      if (draftOf(key)) reminders.set(key, say(t("documents.whatYouWroteInName", { name }), { action: { label: t("common.goOn"), run: () => go(placeOf(source, { edit: "1" })) } }));
    };
  }, [key]);

  if (comparing && draft && there) {
    return (
      <Conflict
        source={source} name={name} base={base.markdown} mine={draft.text} theirs={newest}
        onBack={() => setComparing(false)}
        onMerged={(words) => { keep(key, { text: words, base: newest }); setComparing(false); }}
      />
    );
  }
  return (
    <form
      ref={form} class="editor" onSubmit={(e) => { e.preventDefault(); void save(false); }}
      onKeyDown={(e) => {
        if (e.key.toLowerCase() !== "s" || !(e.ctrlKey || e.metaKey) || e.altKey || e.shiftKey) return;
        e.preventDefault();
        void save(true);
      }}
    >
      <header class="editor-head">
        <div class="grow">
          <h2 class="doc-title" dir="auto">{name}</h2>
          <p class="meta" role="status">{busy ? t("documents.saving") : draft ? t("common.notSavedYet") : newest.rev === 0 ? t("page" in source ? "documents.newPage" : "documents.newFile") : t("documents.noChanges")}</p>
        </div>
        <div class="line">
          <Button kind="bare" onClick={discard}>{draft ? t("common.discard") : t("common.cancel")}</Button>
          <Button kind="ink" type="submit" busy={busy} keys="Control+S Meta+S">{t("common.save")}</Button>
        </div>
      </header>
      {elsewhere && (
        <div class="notice" role="alert">
          <Icon name="merge" small />
          {there ? (
            <>
              <p class="grow">{t("page" in source ? "documents.pageChanged" : "documents.fileChanged")}</p>
              <Button onClick={() => setComparing(true)}>{t("documents.compareAndMerge")}</Button>
            </>
          ) : (
            <>
              <p class="grow">{t("page" in source ? "documents.pageDeleted" : "documents.fileDeleted")}</p>
              <Button onClick={() => keep(key, { text, base: newest })}>{t("common.writeItAnew")}</Button>
            </>
          )}
        </div>
      )}
      {wrong && <p class="wrong" role="alert"><Icon name="warn" small /><span>{wrong}</span></p>}
      <div class="editor-pair">
        <TextField value={text} onInput={type} pages={pages} marked={text.includes("<!-- hub:threads -->")} wrong={Boolean(wrong)} />
        <section class="editor-preview" aria-label={t("documents.preview")} tabIndex={0}>
          <p class="field-name" aria-hidden="true">{t(preview.failed ? "documents.previewBefore" : "documents.preview")}</p>
          {text.trim() ? <Markdown html={preview.html} title={name} /> : <p class="faint">{t("documents.whatYouWriteShowsHere")}</p>}
        </section>
      </div>
    </form>
  );
}
