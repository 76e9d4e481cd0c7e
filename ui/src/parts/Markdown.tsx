import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { trustHTML } from "../trusted";
import { furnish, lineOf } from "./prose";

interface MarkdownProps {
  /** A document as the hub has rendered and cleaned it (`?html=1`, or a preview). */
  html: string;
  /** A first heading that says the same as what stands above it already is left out. */
  title?: string;
  /** Ticks the task in a line of the source, from 0 on, and tells whether that worked; without
   * it the boxes are to be read only. */
  onTick?: (line: number, done: boolean) => Promise<boolean>;
}

/** A document as a reader sees it. The only place that puts in markup from the hub. */
export function Markdown({ html, title, onTick }: MarkdownProps) {
  const prose = useRef<HTMLDivElement>(null);
  const trusted = useMemo(() => ({ __html: trustHTML(html) }), [html]);
  const focused = useMemo(() => (prose.current?.contains(document.activeElement) ? lineOf(document.activeElement) : null), [html]);
  const ticks = Boolean(onTick);
  useLayoutEffect(() => {
    furnish(prose.current!, { title, ticks });
    // Whoever has just ticked a box goes on from there when the new text arrives.
    if (focused !== null) prose.current!.querySelector<HTMLElement>(`[data-line="${focused}"]`)?.focus({ preventScroll: true });
  }, [html, title, ticks]);
  const tick = async ({ target }: Event) => {
    const line = lineOf(target as Element);
    if (line === null || !onTick) return;
    const box = target as HTMLInputElement;
    const { checked } = box;
    if (!await onTick(line, checked) && box.isConnected) box.checked = !checked;
  };
  return <div ref={prose} class={ticks ? "prose ticks" : "prose"} dir="auto" onChange={(e) => void tick(e)} dangerouslySetInnerHTML={trusted} />;
}
