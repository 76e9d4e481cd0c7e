// The field a document is written in: buttons for a few marks, and the pages a [[ may lead to.
import { useEffect, useId, useRef, useState } from "preact/hooks";
import type { PageInfo } from "../../api/types";
import { isComposing } from "../../keystroke";
import { Button } from "../../parts/Button";
import { Icon, type IconName } from "../../parts/Icon";
import { say } from "../../state/toasts";
import { openLink, suggestions } from "./complete";
import { type Format, format, nextItem, type Replacement } from "./format";
import { type Key, t } from "../../words";

interface TextFieldProps {
  value: string;
  onInput: (text: string) => void;
  pages: readonly PageInfo[];
  /** The text has a part that the hub writes. */
  marked: boolean;
  wrong: boolean;
}

const marks: readonly [Format, IconName, Key][] = [
  ["bold", "bold", "documents.bold"], ["list", "list", "documents.list"], ["task", "task", "documents.task"], ["link", "link", "documents.link"], ["code", "code", "documents.code"],
];

/** Replaces a stretch as if it were typed, so that the browser's own undo knows of it. */
function replace(field: HTMLTextAreaElement, { from, to, text, choose }: Replacement): void {
  field.focus();
  field.setSelectionRange(from, to);
  const typed = text ? document.execCommand("insertText", false, text) : document.execCommand("delete");
  if (!typed) {
    field.setRangeText(text, from, to);
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
  field.setSelectionRange(...choose);
}

/** Says why a picture does not come: else nothing would happen, or the browser would go to it. */
function noFiles(e: Event): void {
  e.preventDefault();
  say(t("documents.onlyText"), { alarm: true });
}

export function TextField({ value, onInput, pages, marked, wrong }: TextFieldProps) {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const [caret, setCaret] = useState(-1); // only where something was typed
  const [at, setAt] = useState(0);
  const link = caret < 0 ? null : openLink(value, caret);
  const offered = link ? suggestions(pages, link.words) : [];
  const active = Math.min(at, offered.length - 1);

  useEffect(() => { // behind the header, which takes the focus when a place is entered
    const frame = requestAnimationFrame(() => {
      const node = field.current;
      if (!node || node === document.activeElement) return; // whoever is there already keeps the caret
      if (matchMedia("(pointer: coarse)").matches) return; // a phone's keyboard would hide the text
      node.focus({ preventScroll: true });
      node.setSelectionRange(node.value.length, node.value.length);
    });
    return () => cancelAnimationFrame(frame);
  }, []);
  useEffect(() => setAt(0), [link?.words]);
  useEffect(() => list.current?.scrollIntoView({ block: "nearest" }), [offered.length > 0]);

  const take = (index: number) => {
    const { target } = offered[index]!;
    const closed = value.startsWith("]]", caret);
    const end = link!.from + target.length + 2;
    setCaret(-1);
    replace(field.current!, { from: link!.from, to: caret + (closed ? 2 : 0), text: target + "]]", choose: [end, end] });
    setCaret(-1);
  };
  const goOn = (e: KeyboardEvent) => {
    const { value: words, selectionStart, selectionEnd } = field.current!;
    const next = e.key === "Enter" && !e.shiftKey && !e.ctrlKey && !e.metaKey && !e.altKey && selectionStart === selectionEnd && nextItem(words, selectionStart);
    if (!next) return;
    e.preventDefault();
    replace(field.current!, next);
  };
  const press = (e: KeyboardEvent) => {
    if (isComposing(e)) return;
    if (offered.length === 0) return goOn(e);
    if (e.key === "ArrowDown" || e.key === "ArrowUp") setAt((active + (e.key === "ArrowDown" ? 1 : offered.length - 1)) % offered.length);
    else if ((e.key === "Enter" || e.key === "Tab") && !e.shiftKey && !e.ctrlKey && !e.metaKey) take(active);
    else if (e.key === "Escape") setCaret(-1);
    else return;
    e.preventDefault();
    e.stopPropagation();
  };

  return (
    <div class="editor-text">
      <label class="field-name" for={id}>Markdown</label>
      <div class="tools" role="group" aria-label={t("documents.formatting")}>
        {marks.map(([kind, icon, name]) => (
          <Button key={kind} kind="bare" icon={icon} iconOnly onClick={() => {
            const { value: words, selectionStart, selectionEnd } = field.current!;
            replace(field.current!, format(kind, words, selectionStart, selectionEnd));
            if (kind === "link") setCaret(field.current!.selectionStart);
          }}>{t(name as "documents.bold")}</Button>
        ))}
      </div>
      <textarea
        id={id} ref={field} class="input" dir="auto" value={value} spellcheck aria-invalid={wrong || undefined}
        aria-describedby={marked ? id + "-hint" : undefined} aria-autocomplete="list" aria-haspopup="listbox"
        aria-controls={offered.length > 0 ? id + "-pages" : undefined} aria-activedescendant={offered.length > 0 ? `${id}-${active}` : undefined}
        onInput={(e) => {
          const { value: words, selectionStart } = e.currentTarget;
          setCaret(selectionStart);
          onInput(words);
        }}
        onPaste={(e) => { if (e.clipboardData?.files.length && !e.clipboardData.types.includes("text/plain")) noFiles(e); }}
        onDragOver={(e) => { if (e.dataTransfer?.types.includes("Files")) e.preventDefault(); }}
        onDrop={(e) => { if (e.dataTransfer?.files.length) noFiles(e); }}
        onKeyDown={press} onClick={() => setCaret(-1)} onBlur={() => setCaret(-1)}
      />
      <span class="unseen" role="status">{link && t("documents.pagesFit", { n: offered.length })}</span>
      {offered.length > 0 && (
        <ul class="offers" id={id + "-pages"} role="listbox" aria-label={t("common.pagesThatFit")} ref={list}>
          {offered.map(({ title, path }, i) => (
            <li
              key={path ?? ""} id={`${id}-${i}`} role="option" aria-selected={i === active}
              onMouseDown={(e) => e.preventDefault()} onClick={() => take(i)}
            >
              <Icon name={path === null ? "plus" : "page"} small />
              <span class="grow" dir="auto">{title}</span>
              <span class="meta">{path ?? t("documents.newPage")}</span>
            </li>
          ))}
        </ul>
      )}
      {marked && <p class="hint" id={id + "-hint"}>{t("documents.betweenItsTwoMarkersThe")}</p>}
    </div>
  );
}
