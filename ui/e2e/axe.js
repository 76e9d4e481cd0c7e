// The rules of accessibility that a machine can check. They run in the page itself and stay there
// as long as it does: loading them for each question takes longer than the answer.
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";

const source = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** WCAG 2.2 AA and best practice. */
export const everything = { type: "tag", values: tags };
/** What colours alone decide. */
export const contrast = { type: "rule", values: ["color-contrast"] };

/** What is wrong with a page, which has no frames: the ids of rules, and the elements as HTML. */
export async function violations(page, runOnly) {
  if (!await page.evaluate(() => "axe" in window)) await page.evaluate(source);
  return page.evaluate(async (options) => {
    const { violations } = await window.axe.run(document, options);
    return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
  }, { runOnly, resultTypes: ["violations"] });
}
