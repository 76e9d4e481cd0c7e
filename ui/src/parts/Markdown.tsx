import { useMemo } from "preact/hooks";
import { trustHTML } from "../trusted";

/** A document as the hub has rendered and cleaned it (`?html=1`). The only place that puts
 * in markup from the hub. */
export function Markdown({ html }: { html: string }) {
  const trusted = useMemo(() => ({ __html: trustHTML(html) }), [html]);
  return <div class="prose" dir="auto" dangerouslySetInnerHTML={trusted} />;
}

/** A line in which the hub has marked what was searched for; it holds nothing but <mark>. */
export function Snippet({ html }: { html: string }) {
  const trusted = useMemo(() => ({ __html: trustHTML(html) }), [html]);
  return <span dir="auto" dangerouslySetInnerHTML={trusted} />;
}
