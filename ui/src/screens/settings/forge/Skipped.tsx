// Files of the forge that the hub leaves alone, and why.
import type { Scanned } from "../../../api/types";
import { Icon } from "../../../parts/Icon";

export function Skipped({ list }: { list: Scanned["skipped"] }) {
  if (list.length === 0) return null;
  return (
    <details class="more">
      <summary><Icon name="chevron" small />{list.length === 1 ? "1 file is left alone" : `${list.length} files are left alone`}</summary>
      <ul class="stack tight">{list.map(({ path, reason }) => <li key={path}><span class="mono">{path}</span>: {reason}</li>)}</ul>
    </details>
  );
}
