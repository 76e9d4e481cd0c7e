// How a capture of several lines is read: the first is the title, those that begin as a list does are
// next steps, and the rest is the goal.
import type { Capture } from "../worker/waiting";

type Read = Omit<Capture, "project_slug">;

/** How many next steps a thread has at most. The others are written under the goal: nothing is lost. */
const most = 3;

const step = /^\s*(?:[-*]\s+(?:\[ ?\]\s+)?|\[ ?\]\s+)(?=\S)/;

export function read(text: string): Read {
  const [title = "", ...lines] = text.trim().split("\n");
  const steps: string[] = [];
  const rest: string[] = [];
  for (const line of lines) {
    if (step.test(line) && steps.length < most) steps.push(line.replace(step, "").trim());
    else rest.push(line.trimEnd());
  }
  const goal = rest.join("\n").replace(/\n{3,}/g, "\n\n").trim();
  return { summary: title.replace(step, "").trim(), ...(steps.length > 0 && { next_steps: steps }), ...(goal && { goal }) };
}

/** The words that are read so. */
export const written = ({ summary, next_steps: steps = [], goal }: Read): string => [summary, ...steps.map((one) => "- " + one), ...goal ? [goal] : []].join("\n");
