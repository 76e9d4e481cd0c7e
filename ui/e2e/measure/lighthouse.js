// Lighthouse as for a phone, signed in: with its own simulated slow network and processor.
import { readFile } from "node:fs/promises";
import path from "node:path";
import lighthouse from "lighthouse";
import { enter, openBrowser } from "../browser.js";
import { median, steadily } from "./machine.js";

const categories = ["performance", "accessibility", "best-practices"];

/** Scores by the names of screens, and what Lighthouse has against them. */
export async function lighthouses(hub, screens, runs, tell) {
  const { context, folder, close } = await openBrowser({ args: ["--remote-debugging-port=0"] });
  try {
    const port = Number((await readFile(path.join(folder, "DevToolsActivePort"), "utf8")).split("\n")[0]);
    const scores = {};
    for (const screen of screens.toSorted((a, b) => Boolean(b.signedOut) - Boolean(a.signedOut))) {
      if (!screen.signedOut && (await context.cookies()).length === 0) await enter(context, hub.url);
      const { figures, disturbed } = await steadily(runs, async () => {
        const { failed, ...result } = await once(hub.url + screen.path, port, screen);
        tell(`${screen.name}: ${failed ? `again, ${failed}` : result.scores.join(" ")}`);
        return failed ? null : result;
      });
      const [performance, accessibility, practices] = categories.map((_, i) => figures.map((one) => one.scores[i]));
      scores[screen.name] = {
        performance: median(performance), accessibility: Math.min(...accessibility), practices: Math.min(...practices),
        against: [...new Set(figures.flatMap((one) => one.against))], disturbed,
      };
    }
    return scores;
  } finally {
    await close();
  }
}

async function once(url, port, screen) {
  const { lhr } = await lighthouse(url, { port, onlyCategories: categories, logLevel: "silent", output: "json" }) ?? {};
  if (!lhr || lhr.runtimeError) return { failed: lhr?.runtimeError?.code ?? "no answer" };
  const refused = lhr.audits["network-requests"]?.details?.items.some(({ statusCode }) => statusCode === 401);
  if (refused && !screen.signedOut) throw new Error(`${screen.name} was measured signed out`);
  const scores = categories.map((name) => (lhr.categories[name].score === null ? null : Math.round(lhr.categories[name].score * 100)));
  if (scores.includes(null)) return { failed: "a part has no score" };
  const against = categories.slice(1).flatMap((name) => lhr.categories[name].auditRefs)
    .filter(({ id, weight }) => weight > 0 && lhr.audits[id].score !== null && lhr.audits[id].score < 1).map(({ id }) => id);
  return { scores, against };
}
