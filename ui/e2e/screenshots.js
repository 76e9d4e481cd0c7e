// Takes the pictures of docs/screenshots: every screen with the month of the demo, by daylight on a desktop
// and by night on a phone; and what no screen shows by itself. Names take those alone.
import { chromium } from "@playwright/test";
import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { stillPage } from "./browser.js";
import { withChannels } from "./channels.js";
import { pageOf, startDemo } from "./demo.js";
import { startHub } from "./hub.js";
import { screens } from "./measure/screens.js";
import { wholeBrowser } from "./playwright.config.js";

const to = new URL("../../docs/screenshots/", import.meta.url).pathname;
/** So long a page gets to show what it asked for, in milliseconds. */
const settling = 1_000;
const devices = {
  desktop: { width: 1280, height: 800, colorScheme: "light" },
  phone: { width: 390, height: 844, scale: 2, colorScheme: "dark" },
};
/** The room around a part of a page, and the width at which a card is as wide as its form, in CSS pixels. */
const margin = 24, narrow = 1_100;
const alerts = "/ui/settings/alerts";
const cards = [["push", "Push"], ["ntfy", "ntfy"], ["mail", "Mail"], ["webhook", "Webhook"]];
/** What is shown once a page has been led there. One with a part is that part alone, as large as it is
 * and sharp on every screen; it is taken on the desktop. */
const scenes = [{
  name: "settings/alerts-channels", path: alerts, before: (page) => withChannels(page, "ntfy"),
  async lead(page) {
    await page.locator(".channels summary", { hasText: "Webhook" }).click();
    await page.getByRole("heading", { name: "Other channels" }).evaluate((heading) => {
      heading.style.scrollMarginTop = innerWidth < 960 ? "-24px" : "24px"; // as far below the header on both
      heading.scrollIntoView();
    });
    await page.mouse.move(0, 0);
  },
}, {
  name: "settings/alerts-gateway", path: alerts, before: withChannels, part: (page) => page.locator(".pane > section").first(),
}, ...cards.map(([channel, called]) => ({
  name: `settings/alerts-${channel}`, path: alerts, before: withChannels, part: (page) => page.locator(".channels > li", { hasText: called }),
  async lead(page) {
    await page.locator(".channels summary", { hasText: called }).click();
    await page.mouse.move(0, 0);
    await page.evaluate(() => document.activeElement.blur());
  },
}))];
const wanted = process.argv.slice(2);
const fileOf = ({ name }) => name.replace("/", "-");

const demo = await startDemo();
const own = await startHub("http"); // which one signs in to
const browser = await chromium.launch(wholeBrowser);

/** A picture of a part of a page, with nothing but room around it. */
async function pictureOf(part, page) {
  await page.setViewportSize({ width: narrow, height: 2_000 }); // all of it
  await part.evaluate((shown) => {
    shown.closest(".pane").style.visibility = "hidden";
    shown.style.visibility = "visible";
    shown.style.borderColor = "transparent"; // it parts this one from the next
  });
  const { x, y, width, height } = await part.boundingBox();
  return page.screenshot({ clip: { x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin } });
}

/** A picture as WebP, a third of the size of its PNG. The browser itself makes it. */
async function webp(canvas, png) {
  const encoded = await canvas.evaluate(async (source) => {
    const picture = await createImageBitmap(await (await fetch(source)).blob());
    const drawn = new OffscreenCanvas(picture.width, picture.height);
    drawn.getContext("2d").drawImage(picture, 0, 0);
    const bytes = new Uint8Array(await (await drawn.convertToBlob({ type: "image/webp", quality: 0.9 })).arrayBuffer());
    return bytes.toBase64?.() ?? btoa(Array.from(bytes, (b) => String.fromCharCode(b)).join(""));
  }, "data:image/png;base64," + png.toString("base64"));
  return Buffer.from(encoded, "base64");
}

try {
  const all = [...await screens(demo.examples), ...scenes].filter((screen) => wanted.length === 0 || wanted.includes(fileOf(screen)));
  if (wanted.length === 0) await rm(to, { recursive: true, force: true });
  await mkdir(to, { recursive: true });
  const canvas = await browser.newPage();
  for (const [device, size] of Object.entries(devices)) {
    const inside = await pageOf(browser, size), outside = await stillPage(browser, size);
    for (const screen of all) {
      if (screen.part && device !== "desktop") continue;
      const [page, hub] = screen.signedOut ? [outside, own] : [screen.before ? await pageOf(browser, { ...size, ...screen.part && { scale: 2 } }) : inside, demo];
      await screen.before?.(page);
      await page.goto(hub.url + screen.path);
      if (!screen.signedOut) await page.locator(".live, main.alone").first().waitFor(); // a button in a message leads to a page without a frame
      await page.locator("h1").first().waitFor();
      await sleep(settling);
      await page.waitForFunction(() => !document.querySelector(".skeleton"));
      if (screen.lead) {
        await screen.lead(page);
        await sleep(settling);
      }
      await writeFile(path.join(to, `${fileOf(screen)}-${device}.webp`), await webp(canvas, await (screen.part ? pictureOf(screen.part(page), page) : page.screenshot())));
    }
  }
} finally {
  await browser.close();
  await Promise.all([demo.stop(), own.stop()]);
}
