// The rules of accessibility that a machine can check, on every screen, from all sides.
import { everything, violations } from "../axe.js";
import { enter } from "../browser.js";
import { enlarge } from "../enlarge.js";

const sizes = [[320, 640], [390, 844], [768, 1024], [1280, 800], [1440, 700]];
const both = ["light", "dark"], phoneAndDesk = [sizes[1], sizes[3]];

/** How each screen is looked at. Colours are the same in all languages and at all sizes of text. */
const ways = [
  { name: "", locale: "en-GB", sizes, schemes: both },
  { name: ", text twice as large", locale: "en-GB", text: 2, sizes: phoneAndDesk, schemes: ["light"] },
  ...["de-DE", "es-ES", "fr-FR", "ja-JP"].map((locale) => ({ name: `, ${locale}`, locale, sizes: phoneAndDesk, schemes: ["light"] })),
];

/** What is wrong, by the names of screens. */
export async function axes(browser, hub, screens, tell) {
  const found = {};
  for (const screen of screens) {
    found[screen.name] = [];
    for (const way of ways) {
      const context = await browser.newContext({ locale: way.locale, reducedMotion: "reduce", serviceWorkers: "block" });
      if (!screen.signedOut) await enter(context, hub.url);
      const page = await context.newPage();
      await enlarge(page, way.text);
      await page.goto(hub.url + screen.path, { waitUntil: "load" });
      await page.waitForFunction(() => document.querySelector("h1") && !document.querySelector(".skeleton"));
      await page.waitForTimeout(500);
      for (const [width, height] of way.sizes) {
        await page.setViewportSize({ width, height });
        for (const colorScheme of way.schemes) {
          await page.emulateMedia({ colorScheme });
          for (const [id, nodes] of await violations(page, everything)) found[screen.name].push(`${id} at ${width} px, ${colorScheme}${way.name}: ${nodes[0]}`);
        }
      }
      await context.close();
    }
    tell(`${screen.name}: ${found[screen.name].length} found`);
  }
  return found;
}
