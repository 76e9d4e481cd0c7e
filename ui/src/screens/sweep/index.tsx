// Stale threads one at a time, with four answers each. It can be left at any time, and all of it is undone.
import { useEffect, useRef, useState } from "preact/hooks";
import type { Thread } from "../../api/types";
import { useKeys } from "../../keys";
import { Button, ButtonLink } from "../../parts/Button";
import { extra } from "../../parts/deferred";
import { Empty, Loaded } from "../../parts/Rest";
import { go, to } from "../../router";
import { useProjects } from "../../state/projects";
import { usePages } from "../../state/resource";
import { say } from "../../state/toasts";
import { choose as chooseNow, isChosen } from "../../state/work";
import { t } from "../../words";
import { agentPrompt } from "../threads/prompt";
import { acts, takeBack } from "./act";
import { Ended } from "./Ended";
import { Pips, Side } from "./Progress";
import { begun, type Choice, choices, decide, type Decision, left, type Sweep as Session, without } from "./session";
import { SweepCard } from "./SweepCard";
import "./sweep.css";

const Selectable = extra(() => import("../../parts/Selectable"));

export default function Sweep() {
  const quiet = usePages("/api/threads", { query: { stale: true, limit: 200 } }, { on: ["threads", "settings"] });
  useProjects();
  return <div class="page sweep-room"><Loaded of={quiet}>{({ items }) => <Cards quiet={items} refetch={() => quiet.refetch()} />}</Loaded></div>;
}

function Cards({ quiet, refetch }: { quiet: readonly Thread[]; refetch: () => Promise<void> }) {
  const [known, setSweep] = useState<Session>({ all: quiet, decided: [] });
  const sweep = begun(known, quiet);
  const [stopped, setStopped] = useState(false);
  const [prompt, setPrompt] = useState<string | null>(null); // what can't be copied by itself
  const rest = left(sweep, quiet);
  const thread = stopped ? undefined : rest[0];
  const goal = useRef<HTMLElement>(null);
  useEffect(() => { goal.current?.focus({ preventScroll: true }); }, [thread?.id ?? ""]);

  const note = (choice: Choice, event: Decision["event"], chosen = false) => {
    const decision: Decision = { thread: thread!, choice, event, chosen };
    setSweep((was) => decide(begun(was, quiet), decision));
    return decision;
  };
  const ask = async () => {
    try {
      await navigator.clipboard.writeText(agentPrompt(thread!));
      say(t("threads.copiedPasteItToAn"));
      note("ask", Promise.resolve(null));
    } catch {
      setPrompt(agentPrompt(thread!));
    }
  };
  const choose = async (choice: Choice) => {
    if (choice === "ask") return ask();
    const chosen = choice === "snooze" && isChosen(thread!);
    const sent = acts[choice](thread!);
    const decision = note(choice, sent.then((answer) => answer?.event ?? null), chosen);
    if (!await sent) setSweep((was) => without(was, decision));
  };
  const [undoing] = useState(() => new Set<Decision>());
  const back = async (): Promise<void> => {
    const last = sweep.decided.findLast((one) => !undoing.has(one)); // pressed again, it is the one before
    if (!last) return;
    undoing.add(last);
    const event = await last.event;
    if (event && !await takeBack(event)) return void undoing.delete(last);
    if (event && last.chosen) await chooseNow(last.thread);
    if (event) await refetch(); // it is quiet again
    setStopped(false);
    setSweep((was) => without(was, last));
  };
  const stop = () => (sweep.decided.length > 0 ? setStopped(true) : go(to("threads", null, { view: "quiet" })));
  useKeys({
    u: () => void back(),
    ...(thread && { ...Object.fromEntries(choices.map((choice, i) => [String(i + 1), () => void choose(choice)])), e: () => void choose("done"), Escape: stop }),
  });

  if (sweep.all.length === 0) return <Empty title={t("threads.nothingHasGoneQuiet")} action={<ButtonLink kind="ink" href={to("now")}>{t("threads.backToNow")}</ButtonLink>}>{t("threads.nothingToSweep")}</Empty>;
  const undo = sweep.decided.length > 0 && <Button kind="bare" icon="undo" keys="u" onClick={() => void back()}>{t("threads.undoTheLast")}</Button>;
  const place = sweep.decided.length + 1, all = sweep.decided.length + rest.length;
  return (
    <div class="sweep">
      <div class="stack">
        {thread ? (
          <>
            <div class="sweep-head"><p><strong>{t("common.nOf", { n: place, all })}</strong> <span class="meta">{t("threads.nLeft", { n: rest.length })}</span></p><Pips sweep={sweep} left={rest.length} /></div>
            <SweepCard ref={goal} thread={thread} place={place} all={all} choose={(choice) => void choose(choice)} />
            <div class="sweep-foot"><Button kind="bare" icon="check" keys="e" onClick={(e) => { if (e.detail < 2) void choose("done"); }}>{t("threads.itIsDone")}</Button>{undo}<Button kind="bare" onClick={stop}>{t("threads.stopHere")}</Button></div>
          </>
        ) : <Ended ref={goal} sweep={sweep} left={rest.length} undo={undo} goOn={() => setStopped(false)} />}
      </div>
      <Side sweep={sweep} next={thread ? rest.slice(1) : []} />
      {prompt !== null && <Selectable title={t("common.copyAgentPrompt")} text={prompt} onClose={() => { setPrompt(null); note("ask", Promise.resolve(null)); }} />}
    </div>
  );
}
