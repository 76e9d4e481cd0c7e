// A step of a thread with its box: ticked, it leaves, and the next one slides up.
import { useState } from "preact/hooks";
import type { Thread } from "../api/types";
import { tick } from "../state/steps";
import { Inline } from "./Inline";

export function StepBox({ thread, step, marked = false }: { thread: Thread; step: string; marked?: boolean }) {
  const [first] = useState(step); // what comes after it arrives with a movement
  return (
    <label class="step-box" onClick={(e) => { if (e.detail > 1) e.preventDefault(); /* it is not for the step that has come meanwhile */ }}>
      <input type="checkbox" checked={false} onChange={() => void tick(thread, step)} />
      <span key={step} class={step === first ? undefined : "arrives"} dir="auto"><span class={marked ? "here" : undefined}><Inline text={step} /></span></span>
    </label>
  );
}
