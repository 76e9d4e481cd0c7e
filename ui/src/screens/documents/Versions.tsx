// The versions of a document: who wrote when. Each leads to how it was.
import type { Revision } from "../../api/types";
import { Button } from "../../parts/Button";
import { Icon } from "../../parts/Icon";
import { Time } from "../../parts/Time";
import { placeOf, type Source, useVersions } from "./source";
import { t } from "../../words";

/** Who wrote a version. */
export const writerOf = ({ actor, source_tool: tool }: Pick<Revision, "actor" | "source_tool">): string => (actor === "owner" ? t("common.you") : tool ?? t("common.anAgent"));

/** The newest versions; each leads to how it was. */
export function Versions({ source, current }: { source: Source; current: number | null }) {
  const versions = useVersions(source);
  const known = versions.data.value;
  if (!known || known.total === 0) return null;
  return (
    <section class="aside-part" aria-label={t("documents.versions")}>
      <h3 class="section">{t("documents.versions")}</h3>
      <ol class="versions">
        {known.items.map((one, i) => (
          <li key={one.rev}>
            <a href={placeOf(source, i === 0 ? {} : { rev: String(one.rev) })} aria-current={current === one.rev ? "true" : undefined}>
              <Icon name={one.actor === "owner" ? "you" : "agent"} small />
              <span class="grow" dir="auto"><strong>{writerOf(one)}</strong>, {i === 0 ? t("documents.asItIsNow") : t("documents.versionRev", { rev: one.rev })}</span>
              <Time at={one.created_at} />
            </a>
          </li>
        ))}
      </ol>
      {known.next && <Button kind="bare" onClick={() => void versions.more()}>{t("common.showMoreOf", { n: known.total })}</Button>}
    </section>
  );
}
