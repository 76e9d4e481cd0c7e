// Looks at one state of the page from all sides, as those do who see differently.
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { contrast, everything, violations } from "./axe.js";
import { expect } from "./fixture.js";

/** Looks at one state from all sides. With HUB_SHOTS set, keeps pictures there. */
export async function look(page, name) {
  const shots = process.env.HUB_SHOTS;
  for (const [width, height] of [[320, 640], [1280, 800]]) {
    await page.setViewportSize({ width, height });
    for (const colorScheme of ["light", "dark"]) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      // In the dark the same elements have other colours, and nothing else.
      const found = await violations(page, colorScheme === "light" ? everything : contrast);
      expect(found, `${name}, ${width} px, ${colorScheme}`).toEqual([]);
    }
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
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Page.setFontSizes", { fontSizes: { standard: 32, fixed: 26 } });
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe("32px");
  await expectToFit(page, name + ", text twice as large");
  if (shots) await page.screenshot({ path: path.join(shots, `${name}-large.png`) });
  await devtools.send("Page.setFontSizes", { fontSizes: { standard: 16, fixed: 13 } });
  await devtools.detach();
}

/** Nothing may need sideways scrolling, nor be cut off by its own box. */
export async function expectToFit(page, name) {
  // The page learns of a new size a moment after the browser.
  await expect.poll(() => page.evaluate(() => [...document.querySelectorAll("html, main, .split > *, dialog[open]")]
    .filter((e) => e.checkVisibility() && e.scrollWidth > e.clientWidth).map((e) => `${e.tagName} ${e.className}: ${e.scrollWidth} in ${e.clientWidth}`)), `${name}: scrolls sideways`).toEqual([]);
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
