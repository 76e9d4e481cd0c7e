// The backups that the hub writes by itself: when, where to, and whether they can be restored.
import type { BackupRun, ScheduledBackups as Backups } from "../../api/types";
import { Copyable } from "../../parts/Copyable";
import { Icon } from "../../parts/Icon";
import { Time } from "../../parts/Time";
import { clockTime } from "../../state/time";
import { bytes } from "./words";

export function ScheduledBackups({ backup }: { backup: Backups | null }) {
  if (!backup) {
    return (
      <>
        <p>There are none. The hub writes and checks them by itself once it knows a folder, best on another disk:</p>
        <Copyable label="Set for the hub" text="HUB_BACKUP_DIR=/var/backups/hub" />
      </>
    );
  }
  const { dir, schedule, keep, encrypted, next_at: next, last, last_success: good, problem } = backup;
  return (
    <>
      {problem && <p class="problem" role="status"><Icon name="warn" small /><span>{`No backup can be written: ${problem}. It is tried again by itself.`}</span></p>}
      <dl class="known">
        <div><dt>When</dt><dd>{schedule.charAt(0).toUpperCase() + schedule.slice(1)}; next <Time at={next} words />, at {clockTime(next)}</dd></div>
        <div><dt>Folder</dt><dd class="mono" dir="ltr">{dir}</dd></div>
        <div><dt>Kept</dt><dd>{keep === 1 ? "The last one" : `The last ${keep}`}, {encrypted ? "encrypted" : "not encrypted"}</dd></div>
        <div><dt>Last</dt><dd>{good ? <Good run={good} /> : "None yet."}</dd></div>
        {last?.error && <div><dt>Failed</dt><dd><Time at={last.at} words /></dd></div>}
      </dl>
    </>
  );
}

function Good({ run: { at, bytes: size, verified } }: { run: BackupRun }) {
  return (
    <>
      <Time at={at} words />, {bytes(size)}
      {verified && <p><span class="status done"><Icon name="check" small />Verified</span> <span class="meta">{`It was restored once for a test: ${verified.threads.toLocaleString()} threads, ${verified.pages.toLocaleString()} pages, ${verified.events.toLocaleString()} changes.`}</span></p>}
    </>
  );
}
