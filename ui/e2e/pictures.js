// Draws the pictures that stand in the app's manifest into ../public/pictures: icons from
// the shapes below, screenshots of the demo.
import { chromium } from "@playwright/test";
import { mkdir } from "node:fs/promises";
import { stillPage } from "./browser.js";
import { pageOf, startDemo } from "./demo.js";
import { wholeBrowser } from "./playwright.config.js";

const to = new URL("../public/pictures/", import.meta.url).pathname;

// The mark on a grid of 16: a thread wound once round a hub. It lies at the middle.
const mark = '<g fill="none" stroke="#fff" stroke-width="2" stroke-linecap="round"><path d="M-4.5 6V-2.5"/><circle cy="-2.5" r="4.5"/></g><circle cy="-2.5" r="1.75" fill="#f5b921"/>';

// What the shortcuts lead to, on the grid of 20 of parts/Icon.
const signs = {
  capture: '<path d="M10 4.5v11M4.5 10h11"/>',
  now: '<circle cx="10" cy="10" r="6.8"/><circle cx="10" cy="10" r="2.2" fill="#f5b921" stroke="none"/>',
  threads: '<path d="M4 5.5h12M4 10h12M4 14.5h7"/>',
};

/** A tile of ink. `round`: with corners of its own; else whoever shows it cuts them. */
const tile = (size, round, inside) => `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="-50 -50 100 100">
  <rect x="-50" y="-50" width="100" height="100" rx="${round ? 22 : 0}" fill="#1d1b18"/>${inside}</svg>`;

const marked = (scale) => `<g transform="translate(0 2) scale(${scale})">${mark}</g>`;
const signed = (sign) => `<g transform="translate(-32 -32) scale(3.2)" fill="none" stroke="#fff" stroke-width="1.6" stroke-linecap="round">${sign}</g>`;

const icons = {
  "app-192": tile(192, true, marked(4.2)),
  "app-512": tile(512, true, marked(4.2)),
  "apple-180": tile(180, false, marked(4.2)),
  "maskable-192": tile(192, false, marked(3.4)), // its farthest point stays within 40 of the middle: the 80 % circle
  "maskable-512": tile(512, false, marked(3.4)),
  ...Object.fromEntries(Object.entries(signs).map(([name, sign]) => [name + "-96", tile(96, true, signed(sign))])),
};

const hub = await startDemo();
const browser = await chromium.launch(wholeBrowser);

try {
  await mkdir(to, { recursive: true });
  const page = await stillPage(browser, { width: 512, height: 512 });
  for (const [name, svg] of Object.entries(icons)) {
    const size = Number(/\d+/.exec(name)[0]);
    await page.setViewportSize({ width: size, height: size });
    await page.setContent(`<body style="margin:0">${svg}`);
    await page.screenshot({ path: `${to}${name}.png`, omitBackground: true });
  }
  for (const [name, place, size] of [["threads-wide", "threads/" + hub.examples.thread.id, { width: 1280, height: 800 }], ["threads-narrow", "threads", { width: 390, height: 844, scale: 2 }]]) {
    const page = await pageOf(browser, size);
    await page.goto(`${hub.url}/ui/${place}`);
    await page.getByText("Live").waitFor();
    await page.getByRole("link", { name: "Share a recipe" }).waitFor();
    await page.screenshot({ path: `${to}${name}.png` });
  }
} finally {
  await browser.close();
  await hub.stop();
}
