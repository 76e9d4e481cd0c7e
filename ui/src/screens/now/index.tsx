// Now: the one thread to go on with, where it was left, and the step to take.
import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import type { Now as Chosen, Thread } from "../../api/types";
import { useKeys } from "../../keys";
import { Button } from "../../parts/Button";
import { Loaded, settled, Skeleton } from "../../parts/Rest";
import { useProjects } from "../../state/projects";
import { type Resource, useResource } from "../../state/resource";
import { stepOf, tick } from "../../state/steps";
import { owner } from "../../state/holder";
import { tomorrow } from "../../state/time";
import { begin, finish, snooze } from "../../state/work";
import { FirstSteps } from "../../welcome/FirstSteps";
import { Pausing } from "./Pausing";
import { Ready } from "./Ready";
import { Shelves } from "./Shelves";
import { Suggestion, useNext } from "./Suggestion";
import { finishAfter, Working } from "./Working";
import { t } from "../../words";
import "./now.css";

export default function Now() {
  const chosen = useResource("/api/now", {}, { on: ["threads", "settings"] });
  useProjects();
  return <div class="now-room"><div class="now"><Loaded of={chosen} skeleton={<Skeleton rows={3} />}>{(now) => <Stage now={now} />}</Loaded></div></div>;
}

/** What stands on the stage: nothing yet, or a thread that rests, is worked on, is being put down. */
function Stage({ now: { thread } }: { now: Chosen }) {
  const pausing = useSignal(false);
  const helping = useSignal(false);
  const all = useSignal(false); // the rest also shows while working
  const working = thread?.lease?.holder === owner;
  const drawn = useDrawn(useNext(!thread), Boolean(thread));
  const step = thread && !pausing.value && stepOf(thread);
  useKeys(thread
    ? {
      e: () => void (working ? finishAfter(thread) : finish(thread)), s: () => void snooze(thread, tomorrow()), ...(step && { x: () => void tick(thread, step) }),
      p: () => { if (working) pausing.value = true; else void begin(thread); },
    }
    : {});
  return (
    <>
      <div class="stack">
        {thread ? <OnStage key={thread.id} thread={thread} working={working} pausing={pausing.value} onPausing={(on) => { pausing.value = on; }} /> : <Suggestion />}
        {thread && !working && (helping.value
          ? <Suggestion beside={thread.id} onDone={() => { helping.value = false; }} />
          : <p><Button kind="bare" onClick={() => { helping.value = true; }}>{t("now.somethingElseHelpMeChoose")}</Button></p>)}
        {!working && <FirstSteps drawn={drawn} />}
      </div>
      {working && !all.value && !pausing.value
        ? <div class="stack tucked"><p class="meta">{t("now.theRestIsTuckedAway")}</p><p><Button onClick={() => { all.value = true; }}>{t("now.showWhatIsNext")}</Button></p></div>
        : <Shelves besides={thread?.id ?? null} drawn={drawn} />}
    </>
  );
}

/** Whether the stage has been drawn: what stands below it comes no sooner, and stays. */
function useDrawn(next: Resource<unknown>, chosen: boolean): boolean {
  const drawn = useRef(false);
  return drawn.current ||= chosen || settled([next]);
}

function OnStage({ thread, working, pausing, onPausing }: { thread: Thread; working: boolean; pausing: boolean; onPausing: (on: boolean) => void }) {
  if (working && pausing) return <Pausing thread={thread} onDone={() => onPausing(false)} />;
  if (working) return <Working thread={thread} onPause={() => onPausing(true)} />;
  return <Ready thread={thread} />;
}
