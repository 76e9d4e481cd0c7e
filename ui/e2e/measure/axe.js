// The rules of accessibility that a machine can check, on every screen, from all sides.
import { everything, violations } from "../axe.js";
import { enter } from "../browser.js";

const sizes = [[320, 640], [390, 844], [768, 1024], [1280, 800], [1440, 700]];

/** What is wrong, by the names of screens. */
export async function axes(browser, hub, screens, tell) {
  const found = {};
  for (const screen of screens) {
    const context = await browser.newContext({ locale: "en-GB", reducedMotion: "reduce", serviceWorkers: "block" });
    if (!screen.signedOut) await enter(context, hub.url);
    const page = await context.newPage();
    await page.goto(hub.url + screen.path, { waitUntil: "load" });
    await page.waitForFunction(() => document.querySelector("h1") && !document.querySelector(".skeleton"));
    await page.waitForTimeout(500);
    found[screen.name] = [];
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height });
      for (const colorScheme of ["light", "dark"]) {
        await page.emulateMedia({ colorScheme });
        for (const [id, nodes] of await violations(page, everything)) found[screen.name].push(`${id} at ${width} px, ${colorScheme}: ${nodes[0]}`);
      }
    }
    tell(`${screen.name}: ${found[screen.name].length} found`);
    await context.close();
  }
  return found;
}
