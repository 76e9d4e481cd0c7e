// The backups that the hub writes by itself: when, where to, and whether they can be restored.
import type { BackupRun, ScheduledBackups as Backups } from "../../api/types";
import { Copyable } from "../../parts/Copyable";
import { Icon } from "../../parts/Icon";
import { Time } from "../../parts/Time";
import { clockTime } from "../../state/time";
import { Schedule } from "./Schedule";
import { bytes } from "./words";
import { t } from "../../words";
import { rich } from "../../words/rich";

export function ScheduledBackups({ backup }: { backup: Backups | null }) {
  if (!backup) {
    return (
      <>
        <p>{t("settings.thereAreNoneTheHub")}</p>
        <Copyable label={t("settings.setForTheHub")} text="HUB_BACKUP_DIR=/var/backups/hub" />
      </>
    );
  }
  const { dir, cron, schedule, keep, encrypted, next_at: next, last, last_success: good, problem } = backup;
  return (
    <>
      {problem && <p class="problem" role="status"><Icon name="warn" small /><span>{t("settings.noBackupCanBeWritten", { problem })}</span></p>}
      <dl class="known">
        <div><dt>{t("settings.when")}</dt><dd>{rich("settings.scheduleNext", { schedule: <Schedule cron={cron} said={schedule} />, when: <Time at={next} words />, time: clockTime(next) })}</dd></div>
        <div><dt>{t("common.folder")}</dt><dd class="mono" dir="ltr">{dir}</dd></div>
        <div><dt>{t("settings.kept")}</dt><dd>{t("settings.theLastN", { n: keep })}, {encrypted ? t("settings.encrypted") : t("settings.notEncrypted")}</dd></div>
        <div><dt>{t("settings.last")}</dt><dd>{good ? <Good run={good} /> : t("settings.noneYet")}</dd></div>
        {last?.error && <div><dt>{t("settings.failed")}</dt><dd><Time at={last.at} words /></dd></div>}
      </dl>
    </>
  );
}

function Good({ run: { at, bytes: size, verified } }: { run: BackupRun }) {
  return (
    <>
      <Time at={at} words />, {bytes(size)}
      {verified && <p><span class="status done"><Icon name="check" small />{t("settings.verified")}</span> <span class="meta">{t("settings.restoredOnce", { threads: verified.threads, pages: verified.pages, events: verified.events })}</span></p>}
    </>
  );
}
