import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { trustHTML } from "../trusted";
import { apart, furnish, lineOf } from "./prose";

interface MarkdownProps {
  /** A document as the hub has rendered and cleaned it (`?html=1`, or a preview). */
  html: string;
  /** A first heading that says the same as what stands above it already is left out. */
  title?: string;
  /** Ticks the task in a line of the source, from 0 on, until `html` says so too or it was
   * refused; without it the boxes are to be read only. */
  onTick?: (line: number, done: boolean) => Promise<void>;
}

/** A document as a reader sees it. The only place that puts in markup from the hub. */
export function Markdown({ html, title, onTick }: MarkdownProps) {
  const prose = useRef<HTMLDivElement>(null);
  const onTheWay = useRef(new Set<number>()); // lines that are being ticked
  // What is ticked is no markup: a tick replaces nothing under the reader's hands.
  const [markup, ticked] = useMemo(() => apart(html), [html]);
  const trusted = useMemo(() => ({ __html: trustHTML(markup) }), [markup]);
  const focused = useMemo(() => (prose.current?.contains(document.activeElement) ? lineOf(document.activeElement) : null), [markup]);
  const ticks = Boolean(onTick);
  const show = () => {
    for (const box of prose.current?.querySelectorAll<HTMLInputElement>("input[data-line]") ?? []) {
      const line = lineOf(box)!;
      if (!onTheWay.current.has(line)) box.checked = ticked.has(line);
    }
  };
  const latest = useRef(show);
  latest.current = show;
  useLayoutEffect(() => {
    furnish(prose.current!, { title, ticks });
    if (focused !== null) prose.current!.querySelector<HTMLElement>(`[data-line="${focused}"]`)?.focus({ preventScroll: true });
  }, [markup, title, ticks]);
  useLayoutEffect(show, [html]);
  const tick = async ({ target }: Event) => {
    const line = lineOf(target as Element);
    if (line === null || !onTick) return;
    onTheWay.current.add(line);
    try {
      await onTick(line, (target as HTMLInputElement).checked);
    } finally {
      onTheWay.current.delete(line);
      latest.current(); // as it is now, ticked or refused
    }
  };
  // The whole line ticks, but for what is in it to be pressed or selected.
  const press = ({ target }: MouseEvent) => {
    if (!ticks || (target as Element).closest("a, button, input, summary, .wide-part") || String(getSelection())) return;
    const item = (target as Element).closest("li");
    if (item) item.querySelector<HTMLInputElement>(":scope > input[data-line], :scope > p:first-child > input[data-line]")?.click();
  };
  return <div ref={prose} class={ticks ? "prose ticks" : "prose"} dir="auto" onClick={press} onChange={(e) => void tick(e)} dangerouslySetInnerHTML={trusted} />;
}
