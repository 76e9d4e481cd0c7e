// How the lines of a capture will be read: "Title, 2 steps and goal".
import { read } from "../state/lines";
import { list, t, within } from "../words";

export default function ReadAs({ text }: { text: string }) {
  const { next_steps: steps = [], goal } = read(text);
  const n = steps.length;
  if (n === 0 && !goal) return null;
  return <>{list([t("common.title"), ...n > 0 ? [t("shell.nSteps", { n })] : [], ...goal ? [within(t("common.goal"))] : []])}</>;
}
