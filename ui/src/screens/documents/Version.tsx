// An earlier version of a document: as it was, what has changed since, and the way back to it.
import { useState } from "preact/hooks";
import { Button, ButtonLink } from "../../parts/Button";
import { Markdown } from "../../parts/Markdown";
import { Loaded } from "../../parts/Rest";
import { Tabs } from "../../parts/Tabs";
import { Time } from "../../parts/Time";
import { go } from "../../router";
import { change } from "../../state/change";
import type { Resource } from "../../state/resource";
import { Difference } from "./Difference";
import { placeOf, type Source, type Text, useVersion, useVersions, write } from "./source";
import { writerOf } from "./Versions";
import { t } from "../../words";

export interface VersionProps {
  source: Source;
  name: string;
  rev: number;
  /** The document as it is now. */
  now: Resource<Text>;
  /** To be compared with that. */
  comparing: boolean;
}

export default function Version({ source, name, rev, now, comparing }: VersionProps) {
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
      said: t("documents.versionRevIsBackAs", { rev }),
      failed: t("documents.itIsAsItWas"),
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
          <ButtonLink href={placeOf(source)} icon="close">{t("documents.toThePresentText")}</ButtonLink>
          <Button kind="ink" icon="history" busy={busy} disabled={!present || !then.data.value || present.rev === rev} onClick={() => void restore()}>{t("documents.restore")}</Button>
        </div>
        <p class="meta">{t("documents.versionOf", { rev, all: present?.rev ?? rev })}{written && `, ${written.actor === "owner" ? t("documents.byYou") : t("documents.by", { name: writerOf(written) })}`}{at && <>, <Time at={at} words /></>}</p>
        <Tabs label={t("documents.howToShowIt")} tabs={[
          { href: placeOf(source, { rev: String(rev) }), label: t("documents.asItWas"), current: !comparing },
          { href: placeOf(source, { rev: String(rev), compare: "1" }), label: t("documents.whatHasChangedSince"), current: comparing },
        ]} />
      </header>
      <Loaded of={then}>
        {(text) => (comparing
          ? <Loaded of={now}>{(today) => <Difference before={text.markdown} after={today.markdown} names={[t("documents.inVersionRev", { rev }), t("documents.now")]} />}</Loaded>
          : text.markdown.trim() ? <Markdown html={text.html ?? ""} title={name} /> : <p class="faint">{t("documents.itWasEmpty")}</p>)}
      </Loaded>
    </article>
  );
}
