import { useMemo } from "preact/hooks";
import { trustHTML } from "../trusted";

/** A document as the hub has rendered and cleaned it (`?html=1`). The only place that puts
 * in markup from the hub. */
export function Markdown({ html }: { html: string }) {
  const trusted = useMemo(() => ({ __html: trustHTML(html) }), [html]);
  return <div class="prose" dir="auto" dangerouslySetInnerHTML={trusted} />;
}
