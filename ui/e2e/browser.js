// The browser of whatever is not a test: the same as theirs, in a folder of its own.
import { chromium } from "@playwright/test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { wholeBrowser } from "./playwright.config.js";
import { token } from "./hub.js";

/** Opens a browser with a profile on disk, as installing and Lighthouse need one. */
export async function openBrowser(options = {}) {
  const folder = await mkdtemp(path.join(tmpdir(), "hub-browser-"));
  const context = await chromium.launchPersistentContext(folder, { ...wholeBrowser, locale: "en-GB", ...options, args: [...wholeBrowser.args, ...options.args ?? []] });
  return {
    context, folder,
    async close() {
      await context.close();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Signs a browser in without its form. */
export async function enter(context, url) {
  const answer = await context.request.post(url + "/api/auth/login", { data: { token }, headers: { "X-Hub-Request": "1" } });
  if (!answer.ok()) throw new Error(`signing in answers ${answer.status()}`);
}

/** A page of a size in CSS pixels on a still, signed-out browser, for a picture of it. */
export async function stillPage(browser, { width, height, scale = 1, colorScheme = "light" }) {
  const context = await browser.newContext({ viewport: { width, height }, deviceScaleFactor: scale, locale: "en-GB", colorScheme, reducedMotion: "reduce", serviceWorkers: "block" });
  return context.newPage();
}
