// Where the data lies, how much there is, and how to keep a copy.
import type { Overview, Server } from "../../../api/types";
import { Copyable } from "../../../parts/Copyable";
import { Loaded, Together } from "../../../parts/Rest";
import { useOverview } from "../../../state/overview";
import { useResource } from "../../../state/resource";
import { Sample, useSample } from "../../../welcome/Sample";
import { DownloadBackup } from "../DownloadBackup";
import { ScheduledBackups } from "../ScheduledBackups";
import { bytes, quoted } from "../words";

export default function Data() {
  const server = useResource("/api/server", {});
  const numbers = useOverview();
  const sample = useSample();
  return (
    <Together of={[server, numbers, sample]}>
      <Loaded of={server}>
        {(known) => (
          <>
            <section>
              <h3>What there is</h3>
              <Counts server={known} numbers={numbers.data.value} />
            </section>
            <Backup server={known} />
          </>
        )}
      </Loaded>
      <section>
        <h3>Sample data</h3>
        <Sample />
      </section>
    </Together>
  );
}

function Counts({ server: { data_dir: folder, data_bytes: size }, numbers }: { server: Server; numbers: Overview | undefined }) {
  const threads = numbers && Object.values(numbers.threads).reduce((sum, n) => sum + n, 0);
  const rows: [string, number | undefined][] = [
    ["Threads", threads], ["Projects", numbers && numbers.projects.active + numbers.projects.archived], ["Wiki pages", numbers?.pages],
    ["Reminders to come", numbers?.reminders.pending], ["Past sessions", numbers?.sessions],
  ];
  return (
    <dl class="known">
      <div><dt>Folder</dt><dd class="mono" dir="ltr">{folder}</dd></div>
      <div><dt>Size</dt><dd>{bytes(size)}</dd></div>
      {rows.map(([name, n]) => n !== undefined && <div key={name}><dt>{name}</dt><dd>{n.toLocaleString()}</dd></div>)}
    </dl>
  );
}

const file = "hub-backup.zip";

function Backup({ server: { data_dir: folder, backup } }: { server: Server }) {
  const data = `--data ${quoted(folder)}`;
  return (
    <>
      <section>
        <h3>Backup</h3>
        <p>All of it in one file, as it is at this moment: everything but credentials. Keep it on another machine.</p>
        <DownloadBackup />
        <p class="meta">On the hub's machine a command does the same, also while the hub runs:</p>
        <Copyable label="Back up" text={`hub export -o ${file} ${data}`} />
      </section>
      <section>
        <h3>Scheduled backups</h3>
        <ScheduledBackups backup={backup} />
      </section>
      <section>
        <h3>Restore</h3>
        <p>While the hub is stopped. The file is checked as a whole first; the data it replaces is kept in a folder beside it, and credentials stay as they are. An encrypted one asks for its passphrase.</p>
        <Copyable label="Restore" text={`hub import ${file} ${data}`} />
      </section>
    </>
  );
}
