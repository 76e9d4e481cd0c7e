// Looks at one state of the page from all sides, as those do who see differently.
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { contrast, everything, violations } from "./axe.js";
import { enlarge } from "./enlarge.js";
import { expect } from "./fixture.js";

/**
 * Looks at one state from all sides, on a phone by light and with room by dark; in the long form by
 * both on both, and also in German, whose words are longer.
 * With HUB_SHOTS set, keeps pictures there.
 */
export async function look(page, name) {
  await lookOnce(page, name);
  if (process.env.HUB_TEST_LONG) await inGerman(page, () => lookOnce(page, name + "-de"));
}

/** Has the page go over to German and back, where it stands and with all that is open on it. */
async function inGerman(page, see) {
  const address = await page.evaluate(() => new URL("../api/preferences", document.baseURI).href);
  const ask = (method, data) => page.context().request.fetch(address, { method, data, headers: { "X-Hub-Request": "1" } }).catch(() => null);
  const known = await ask("GET");
  const before = await page.locator("html").getAttribute("lang");
  if (!known?.ok() || before === "de") return; // signed out, or without the hub
  const { language } = await known.json();
  await ask("PUT", { language: "de" });
  // A page that is not live yet, or no more, stays as it is.
  const follows = await page.locator("html[lang=de]").waitFor({ timeout: 3_000 }).then(() => true, () => false);
  if (follows) await see();
  await ask("PUT", { language });
  if (follows) await expect(page.locator("html")).toHaveAttribute("lang", before);
}

async function lookOnce(page, name) {
  const shots = process.env.HUB_SHOTS;
  for (const [width, height, colorScheme, other] of [[320, 640, "light", "dark"], [1280, 800, "dark", "light"]]) {
    await page.setViewportSize({ width, height });
    await accessible(page, name, colorScheme, everything);
    // In the other scheme the same elements have other colours, and nothing else.
    if (process.env.HUB_TEST_LONG) await accessible(page, name, other, contrast);
  }
  if (shots) {
    await mkdir(shots, { recursive: true });
    for (const [size, width, height] of [["p", 390, 844], ["d", 1280, 800]]) {
      await page.setViewportSize({ width, height });
      for (const colorScheme of ["light", "dark"]) {
        await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        await page.screenshot({ path: path.join(shots, `${name}-${size}-${colorScheme}.png`) });
      }
      await page.emulateMedia({ forcedColors: "active" });
      await page.screenshot({ path: path.join(shots, `${name}-${size}-forced.png`) });
      await page.emulateMedia({ forcedColors: "none" });
    }
  }
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize({ width: 320, height: 640 });
  await expectToFit(page, name);
  await expectToBeTouched(page, name);
  await enlarge(page, 2);
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe("32px");
  await expectToFit(page, name + ", text twice as large");
  if (shots) await page.screenshot({ path: path.join(shots, `${name}-large.png`) });
  await enlarge(page);
}

async function accessible(page, name, colorScheme, rules) {
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  const found = await violations(page, rules);
  expect(found, `${name}, ${page.viewportSize().width} px, ${colorScheme}`).toEqual([]);
}

/** Nothing may need sideways scrolling, nor be cut off by its own box; and the window itself never scrolls, only what is in it. */
export async function expectToFit(page, name) {
  // The page learns of a new size a moment after the browser.
  await expect.poll(() => page.evaluate(() => {
    const widest = (e) => [...e.querySelectorAll("*")].findLast((one) => one.getBoundingClientRect().right > e.getBoundingClientRect().left + e.clientLeft + e.clientWidth + 0.5)?.outerHTML.slice(0, 200);
    return [...document.querySelectorAll("html, main, .split > *, dialog[open]")]
      .filter((e) => e.checkVisibility() && e.scrollWidth > e.clientWidth).map((e) => `${e.tagName} ${e.className}: ${e.scrollWidth} in ${e.clientWidth}, by ${widest(e)}`);
  }), `${name}: scrolls sideways`).toEqual([]);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollHeight - innerHeight), `${name}: the window scrolls`).toBeLessThanOrEqual(0);
  await expect.poll(() => page.evaluate(() => [...document.querySelectorAll("button, label, h1")]
    .filter((e) => e.checkVisibility() && !e.matches(".unseen") && e.scrollWidth > e.clientWidth + 1).map((e) => e.outerHTML)), `${name}: cut off`).toEqual([]);
}

/** A finger needs 44 px; a row out of sight has no size of its own yet. */
async function expectToBeTouched(page, name) {
  const small = await page.evaluate(() => [...document.querySelectorAll("a, button, input, select, textarea, .step-box")]
    .filter((e) => e.checkVisibility({ contentVisibilityAuto: true }) && !e.matches(".skip, .unseen, p a, .prose :is(a, input), .step-box :is(a, input)")) // text; a box reaches beyond its drawing
    .map((e) => [e.outerHTML, e.getBoundingClientRect()])
    .filter(([, box]) => box.width < 44 || box.height < 44).map(([html]) => html));
  expect(small, `${name}: too small for a finger`).toEqual([]);
}
