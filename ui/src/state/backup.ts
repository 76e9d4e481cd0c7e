// The one backup that is being downloaded. It goes on when the reader leaves the pane.
import { signal } from "@preact/signals";
import { download } from "../api/download";
import { Refusal } from "../api/refusal";
import { guard } from "./leaving";
import { prefer, preferences } from "./preferences";
import { say } from "./toasts";
import { t } from "../words";

/** How far it is, in bytes; nothing has come while the hub still writes it. */
export interface Progress {
  received: number;
  size: number;
}

/** The download under way; null: there is none. */
export const arriving = signal<Progress | null>(null);

let over = new AbortController();

guard(() => arriving.value !== null);

/** Gives the download up. */
export const giveUp = (): void => over.abort();

/** Downloads a backup, sealed when there is a passphrase. Answers why not, or null. */
export async function downloadBackup(passphrase: string): Promise<Refusal | null> {
  over = new AbortController();
  const { signal: given } = over;
  arriving.value = { received: 0, size: 0 };
  try {
    const { file, name } = await download("/api/backup", passphrase ? { passphrase } : {}, { signal: given, tell: (received, size) => { arriving.value = { received, size }; } });
    save(file, name);
    say(t("state.nameIsInYourDownloads", { name }));
    const steps = preferences().data.peek()?.first_steps;
    if (steps && !steps.includes("backup")) void prefer({ first_steps: [...steps, "backup"] });
    return null;
  } catch (failure) {
    if (given.aborted) return null;
    if (!(failure instanceof Refusal)) throw failure;
    say(t("state.noBackup", { why: failure.offline ? t("state.itWasCutOffOn") : failure.sentence }), { alarm: true });
    return failure;
  } finally {
    arriving.value = null;
  }
}

/** How long a browser may take to begin reading what it was given, in milliseconds. */
const begun = 60_000;

function save(file: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), begun);
}
