import { defineConfig } from "@playwright/test";
import { existsSync } from "node:fs";
import { textFactor } from "./enlarge.js";

// Debian's own browser, as CI has it; nothing is downloaded.
const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
// The same browser without its windows opens a page in a third of the time. It has no
// notifications, no background sync, and nothing can be installed in it.
const headless = executablePath + "-headless-shell";
const slower = Number(process.env.HUB_SLOWER ?? 1); // ui/e2e/run
const args = [
  `--blink-settings=defaultFontSize=${16 * textFactor},defaultFixedFontSize=${13 * textFactor}`,
  "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
  "--disable-background-networking", "--disable-component-update", "--disable-sync",
];

/** Launches the browser that people have. */
export const wholeBrowser = { executablePath, args };
/** For tests of what the service worker does. */
export const withWorker = { launchOptions: wholeBrowser, serviceWorkers: "allow" };
const pagesOnly = { executablePath: existsSync(headless) ? headless : executablePath, args };

export default defineConfig({
  testDir: ".",
  outputDir: "node_modules/.results",
  workers: 1, // two at a time are slow enough beside the Go tests to miss what a browser takes seconds for
  retries: process.env.CI ? 1 : 0, // there they share the machine; what passes the second time only is told as flaky
  timeout: 90_000 * slower,
  globalTimeout: 2_700_000 * slower,
  expect: { timeout: 10_000 },
  reporter: "list",
  forbidOnly: true,
  use: { launchOptions: pagesOnly, locale: "en-GB", ignoreHTTPSErrors: true, serviceWorkers: "block" },
  projects: [
    // The same flows at each of the three ways a browser comes to the hub.
    { name: "http", use: { way: "http" }, testIgnore: "proxy.spec.js" },
    { name: "https", use: { way: "https" }, testMatch: "flow.spec.js" },
    { name: "proxy", use: { way: "proxy" }, testMatch: ["flow.spec.js", "proxy.spec.js"] },
  ],
});
