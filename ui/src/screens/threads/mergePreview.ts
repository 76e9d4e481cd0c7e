import type { Thread } from "../../api/types";

type Merging = Pick<Thread, "id" | "summary" | "status" | "goal" | "focus" | "resume_step" | "workspace_path" | "transcript_ref" | "next_steps" | "tried">;

const texts = [
  ["goal", "the goal"], ["focus", "the focus"], ["resume_step", "where to pick up"], ["workspace_path", "the folder"], ["transcript_ref", "the transcript"],
] as const;
const [mostSteps, mostTried] = [3, 50];

const counted = (n: number, one: string, many = one + "s") => (n === 1 ? `1 ${one}` : `${n} ${many}`);

/** What a merge would do, in sentences: the hub's rule is that one thread takes over from the
 * other what it lacks. */
export function mergePreview(from: Merging, into: Merging): { takes: string[]; stays: string[] } {
  const takes: string[] = [], stays: string[] = [];
  for (const [field, name] of texts) {
    if (!from[field]) continue;
    if (!into[field]) takes.push(`${name}: ${from[field]}`);
    else if (from[field] !== into[field]) stays.push(name);
  }
  const count = (of: "next_steps" | "tried", most: number, one: string) => {
    const known = new Set(into[of].map((item) => JSON.stringify(item)));
    const fresh = from[of].filter((item) => !known.has(JSON.stringify(item)));
    const room = Math.max(0, most - into[of].length);
    const fit = Math.min(room, fresh.length);
    if (fit > 0) takes.push(counted(fit, one));
    if (fresh.length > fit) stays.push(`${counted(fresh.length - fit, one)}, as there is no room`);
  };
  count("next_steps", mostSteps, "next step");
  count("tried", mostTried, "attempt");
  return { takes, stays };
}
