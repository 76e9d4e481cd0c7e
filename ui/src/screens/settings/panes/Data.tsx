// Where the data lies, how much there is, and how to keep a copy.
import type { Overview, Server } from "../../../api/types";
import { Copyable } from "../../../parts/Copyable";
import { Loaded, Together } from "../../../parts/Rest";
import { useOverview } from "../../../state/overview";
import { useResource } from "../../../state/resource";
import { Sample, useSample } from "../../../welcome/Sample";
import { DownloadBackup } from "../DownloadBackup";
import { BringWork } from "../bring";
import { Replica, useFollowing } from "../Replica";
import { ScheduledBackups } from "../ScheduledBackups";
import { bytes, quoted } from "../words";
import { count, t } from "../../../words";

export default function Data() {
  const server = useResource("/api/server", {});
  const numbers = useOverview();
  const sample = useSample();
  useFollowing(server);
  return (
    <Together of={[server, numbers, sample]}>
      <Loaded of={server}>
        {(known) => (
          <>
            <section>
              <h3>{t("common.contents")}</h3>
              <Counts server={known} numbers={numbers.data.value} />
            </section>
            <Backup server={known} />
          </>
        )}
      </Loaded>
      <section>
        <h3>{t("settings.workFromElsewhere")}</h3>
        <p>{t("settings.bringsWhatOthersHave")}</p>
        <BringWork />
      </section>
      <section>
        <h3>{t("settings.sampleData")}</h3>
        <Sample />
      </section>
    </Together>
  );
}

function Counts({ server: { data_dir: folder, data_bytes: size }, numbers }: { server: Server; numbers: Overview | undefined }) {
  const threads = numbers && Object.values(numbers.threads).reduce((sum, n) => sum + n, 0);
  const rows: [string, number | undefined][] = [
    [t("common.threads"), threads], [t("common.projects"), numbers && numbers.projects.active + numbers.projects.archived], [t("settings.wikiPages"), numbers?.pages],
    [t("settings.remindersToCome"), numbers?.reminders.pending], [t("common.pastSessions"), numbers?.sessions],
  ];
  return (
    <dl class="known">
      <div><dt>{t("common.folder")}</dt><dd class="mono" dir="ltr">{folder}</dd></div>
      <div><dt>{t("settings.size")}</dt><dd>{bytes(size)}</dd></div>
      {rows.map(([name, n]) => n !== undefined && <div key={name}><dt>{name}</dt><dd>{count(n)}</dd></div>)}
    </dl>
  );
}

const file = "hub-backup.zip";

function Backup({ server: { data_dir: folder, backup, replica } }: { server: Server }) {
  const data = t("settings.dataTitle", { title: quoted(folder) });
  return (
    <>
      <section>
        <h3>{t("settings.backup")}</h3>
        <p>{t("settings.allOfItInOne")}</p>
        <DownloadBackup />
        <p class="meta">{t("settings.onTheHubsMachineA")}</p>
        <Copyable label={t("settings.backUp")} text={t("settings.hubExportOFileData", { file, data })} />
      </section>
      <section>
        <h3>{t("settings.scheduledBackups")}</h3>
        <ScheduledBackups backup={backup} />
      </section>
      <section>
        <h3>{t("settings.replica")}</h3>
        <Replica replica={replica} />
      </section>
      <section>
        <h3>{t("settings.restore")}</h3>
        <p>{t("settings.whileTheHubIsStopped")}</p>
        <Copyable label={t("settings.restore")} text={t("settings.hubImportFileData", { file, data })} />
        {replica?.synced_at && <Copyable label={t("settings.fromTheReplica")} text={`hub restore --from ${quoted(replica.target)} --at 2h ${data}`} />}
      </section>
    </>
  );
}
