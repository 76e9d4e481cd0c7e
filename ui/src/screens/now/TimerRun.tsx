// The focus timer: a stretch of time from when work began, that has an end. It says so when it is
// over, quietly; nothing is counted. The lease tells when work began and a preference how long the
// stretch is, so every page shows the same, also after a reload.
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Thread } from "../../api/types";
import { Button } from "../../parts/Button";
import { owner } from "../../state/holder";
import { focusMinutes } from "../../state/preferences";
import { now } from "../../state/time";
import { say } from "../../state/toasts";
import { nowResource, workday } from "../../state/work";
import { t } from "../../words";

const minute = 60_000;

/** When the lease ends whose timer the owner has stopped on this page. */
const stopped = signal("");
let timer = 0;

/** Whether the owner is at work on a thread, as far as the page knows. */
function atWorkOn(id: string): boolean {
  const { thread } = nowResource().data.peek() ?? {};
  return thread?.id === id && thread.lease?.holder === owner;
}

/** Says that the time is over, wherever the page is by then; nothing once the thread is put down. */
function sayAtEnd({ id }: Thread, minutes: number, ms: number): void {
  clearTimeout(timer);
  if (ms <= 0) return;
  timer = window.setTimeout(() => {
    now.value = Date.now();
    if (atWorkOn(id)) say(t("now.minutesMinutesAreOverA", { minutes }));
  }, ms);
}

/** How much of it is left; nothing when none runs. */
export default function TimerRun({ thread }: { thread: Thread }) {
  const minutes = focusMinutes.value;
  const end = thread.lease && thread.lease.expires_at !== stopped.value ? Date.parse(thread.lease.expires_at) + (minutes - workday) * minute : 0;
  useEffect(() => sayAtEnd(thread, minutes, end - Date.now()), [thread.id, minutes, end]);
  const left = Math.min(minutes, Math.ceil((end - now.value) / minute)); // the present minute may be older than the work
  if (left <= 0) return null;
  return (
    <div class="stack tight">
      <div class="line"><label class="label grow" for="focus-timer">{t("now.focusTimer")}</label><span class="meta">{t("now.left", { n: left, all: minutes })}</span><Button kind="bare" icon="close" iconOnly onClick={() => { stopped.value = thread.lease!.expires_at; }}>{t("now.stopTheTimer")}</Button></div>
      <progress id="focus-timer" max={minutes} value={minutes - left} />
    </div>
  );
}
