import { useEffect } from "preact/hooks";
import type { PageInfo } from "../../api/types";
import { BringBack, DeletedBy, useMoved } from "../../parts/Absent";
import { ButtonLink } from "../../parts/Button";
import { Empty, Together } from "../../parts/Rest";
import { go, to } from "../../router";
import { placeOf } from "../../state/events";
import { moveDrafts } from "../documents/drafts";
import { Unsaved } from "../documents/Reader";
import { Below } from "./Below";
import { Crumbs } from "./Crumbs";
import { within } from "./tree";
import { t } from "../../words";

/** What stands where no page is: a deleted one can be brought back, one that was moved is elsewhere, any other can be written. */
export default function Missing({ path, title, pages }: { path: string; title: string; pages: readonly PageInfo[] }) {
  const { last, end, moved } = useMoved(path);
  useEffect(() => { if (!moved) return;
    moveDrafts(`wiki/${path}`, moved.replace("hub://", ""));
    go(placeOf(moved)!, { replace: true });
  }, [moved]);
  const write = (words: string, kind: "ink" | "outlined") => <ButtonLink kind={kind} icon="edit" href={to("page", { path }, { edit: "1", title })}>{words}</ButtonLink>;
  return (
    <div class="stack wide">
      <Crumbs path={path} />
      <Together of={[last]}>
        {end ? (
          <Empty title={title} action={<><BringBack event={end} />{write(t("common.writeItAnew"), "outlined")}</>}>
            <DeletedBy event={end} /> {t("wiki.itsVersionsAreStillHere")}
          </Empty>
        ) : (
          <Empty title={title} action={write(t("wiki.writeThisPage"), "ink")}>
            {within(pages, path).length > 0 ? t("wiki.thisIsAFolderIt") : t("wiki.nobodyHasWrittenThisPage")}
          </Empty>
        )}
      </Together>
      <Unsaved source={{ page: path }} />
      <Below path={path} pages={pages} />
    </div>
  );
}
