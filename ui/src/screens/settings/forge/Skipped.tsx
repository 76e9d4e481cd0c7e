// Files of the forge that the hub leaves alone, and why.
import type { Scanned } from "../../../api/types";
import { Icon } from "../../../parts/Icon";
import { t } from "../../../words";

export function Skipped({ list }: { list: Scanned["skipped"] }) {
  if (list.length === 0) return null;
  return (
    <details class="more">
      <summary><Icon name="chevron" small />{t("settings.nFilesAreLeftAlone", { n: list.length })}</summary>
      <ul class="stack tight">{list.map(({ path, reason }) => <li key={path}><span class="mono">{path}</span>: {reason}</li>)}</ul>
    </details>
  );
}
