// The versions of a document: who wrote when; one of them as it was; and the way back to it.
import { useState } from "preact/hooks";
import type { Revision } from "../../api/types";
import { Button, ButtonLink } from "../../parts/Button";
import { Icon } from "../../parts/Icon";
import { Markdown } from "../../parts/Markdown";
import { Loaded } from "../../parts/Rest";
import { Tabs } from "../../parts/Tabs";
import { Time } from "../../parts/Time";
import { go } from "../../router";
import { change } from "../../state/change";
import type { Resource } from "../../state/resource";
import { Difference } from "./Difference";
import { kindOf, placeOf, type Source, type Text, useVersion, useVersions, write } from "./source";

/** Who wrote a version. */
export const writerOf = ({ actor, source_tool: tool }: Pick<Revision, "actor" | "source_tool">): string => (actor === "owner" ? "You" : tool ?? "An agent");

/** The newest versions; each leads to how it was. */
export function Versions({ source, current }: { source: Source; current: number | null }) {
  const versions = useVersions(source);
  const known = versions.data.value;
  if (!known || known.total === 0) return null;
  return (
    <section class="aside-part" aria-label="Versions">
      <h3 class="section">Versions</h3>
      <ol class="timeline">
        {known.items.map((one, i) => (
          <li key={one.rev}>
            <a href={placeOf(source, i === 0 ? {} : { rev: String(one.rev) })} aria-current={current === one.rev ? "true" : undefined}>
              <Icon name={one.actor === "owner" ? "you" : "agent"} small />
              <span class="grow" dir="auto"><strong>{writerOf(one)}</strong>, {i === 0 ? "as it is now" : `version ${one.rev}`}</span>
              <Time at={one.created_at} />
            </a>
          </li>
        ))}
      </ol>
      {known.next && <Button kind="bare" onClick={() => void versions.more()}>Show more of {known.total}</Button>}
    </section>
  );
}

interface VersionProps {
  source: Source;
  name: string;
  rev: number;
  /** The document as it is now. */
  now: Resource<Text>;
  /** To be compared with that. */
  comparing: boolean;
}

/** An earlier version. */
export function Version({ source, name, rev, now, comparing }: VersionProps) {
  const then = useVersion(source, rev);
  const versions = useVersions(source);
  const written = versions.data.value?.items.find((one) => one.rev === rev);
  const [busy, setBusy] = useState(false);
  const present = now.data.value;
  const at = then.data.value?.updated_at;

  const restore = async () => {
    if (!then.data.value) return;
    setBusy(true);
    const answer = await change({
      send: () => write(source, then.data.value!.markdown, now.etag.value!),
      said: `Version ${rev} is back, as a new version.`,
      failed: "It is as it was.",
    });
    await now.refetch();
    setBusy(false);
    if (answer) go(placeOf(source));
  };

  return (
    <article class="doc">
      <header class="doc-head">
        <div class="line">
          <h2 class="doc-title grow" dir="auto">{name}</h2>
          <ButtonLink href={placeOf(source)} icon="close">To the present text</ButtonLink>
          <Button kind="ink" icon="history" busy={busy} disabled={!present || !then.data.value || present.rev === rev} onClick={() => void restore()}>Restore</Button>
        </div>
        <p class="meta">Version {rev}{present && ` of ${present.rev}`}{written && `, by ${written.actor === "owner" ? "you" : writerOf(written)}`}{at && <>, <Time at={at} words /></>}. The {kindOf(source)} itself is not changed by looking.</p>
        <Tabs label="How to show it" tabs={[
          { href: placeOf(source, { rev: String(rev) }), label: "As it was", current: !comparing },
          { href: placeOf(source, { rev: String(rev), compare: "1" }), label: "What has changed since", current: comparing },
        ]} />
      </header>
      <Loaded of={then}>
        {(text) => (comparing
          ? <Loaded of={now}>{(today) => <Difference before={text.markdown} after={today.markdown} names={[`in version ${rev}`, "now"]} />}</Loaded>
          : text.markdown.trim() ? <Markdown html={text.html ?? ""} title={name} /> : <p class="faint">It was empty.</p>)}
      </Loaded>
    </article>
  );
}
