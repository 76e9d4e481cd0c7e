// Loading and using each screen on a slow phone: a network of 150 ms and 1.6 Mbit/s, a
// processor four times slower than this one. Cold: the first visit ever. Warm: the next one.
import { setTimeout as sleep } from "node:timers/promises";
import { enter } from "../browser.js";
import { median, steadily } from "./machine.js";

const network = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 750e3 / 8 };
const slower = 4;
/** So long nothing may happen before a page counts as loaded, in milliseconds; less where nothing is slowed down. */
const [quiet, quick] = [2_000, 500];
const phone = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true };

// Runs in the page: what it says of itself.
function observe() {
  const seen = { lcp: 0, cls: 0, inp: 0 };
  window.seen = seen;
  const watch = (type, take, options = {}) => new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true, ...options });
  watch("largest-contentful-paint", ({ startTime }) => { seen.lcp = startTime; });
  watch("layout-shift", ({ value, hadRecentInput }) => { if (!hadRecentInput) seen.cls += value; });
  watch("event", ({ interactionId, duration }) => { if (interactionId) seen.inp = Math.max(seen.inp, duration); }, { durationThreshold: 16 });
}

/** Figures by the names of screens. */
export async function loads(browser, hub, screens, runs, tell) {
  const figures = {};
  for (const screen of screens) {
    const { figures: all, disturbed } = await steadily(runs, async () => {
      const seen = await visit(browser, hub, screen).catch((failure) => {
        if (failure.name !== "TimeoutError") throw failure;
      });
      tell(!seen ? `${screen.name}: again, it took too long` : `${screen.name}: ${seen.total} bytes in ${seen.requests} files, painted after ${seen.cold} and ${seen.warm} ms, moved ${seen.cls}, answers in ${seen.inp} ms`);
      return seen;
    });
    const of = (name) => median(all.map((one) => one[name]));
    figures[screen.name] = { ...all[0], cold: of("cold"), warm: of("warm"), cls: of("cls"), inp: of("inp"), disturbed };
  }
  return figures;
}

/** What the first visit of each screen loads, by their names: the same on any machine. */
export async function weights(browser, hub, screens, tell) {
  const figures = {};
  for (const screen of screens) {
    const context = await browser.newContext({ ...phone, locale: "en-GB", serviceWorkers: "block" });
    try {
      if (!screen.signedOut) await enter(context, hub.url);
      figures[screen.name] = await weigh(await open(await context.newPage(), hub, screen, quick), hub);
      tell(`${screen.name}: ${figures[screen.name].total} bytes in ${figures[screen.name].requests} files`);
    } finally {
      await context.close();
    }
  }
  return figures;
}

async function visit(browser, hub, screen) {
  const context = await browser.newContext({ ...phone, locale: "en-GB", serviceWorkers: "allow" });
  try {
    if (!screen.signedOut) await enter(context, hub.url);
    await context.addInitScript(observe);
    const cold = await load(context, hub, screen);
    await cold.page.waitForFunction(() => navigator.serviceWorker.controller, null, { timeout: 60_000 });
    const inp = await use(cold.page);
    await cold.page.close();
    const warm = await load(context, hub, screen);
    return { ...cold.weight, cold: cold.lcp, warm: warm.lcp, cls: Math.max(cold.cls, warm.cls), inp };
  } finally {
    await context.close();
  }
}

async function load(context, hub, screen) {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send("Network.enable");
  await devtools.send("Network.emulateNetworkConditions", network);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: slower });
  const weight = await weigh(await open(page, hub, screen, quiet), hub);
  const { lcp, cls } = await page.evaluate(() => window.seen);
  if (!lcp) throw new Error(`${screen.name} shows nothing`);
  return { page, lcp: Math.round(lcp), cls: Math.round(cls * 1000) / 1000, weight };
}

/** Opens a screen; answers with all that came, once nothing more does. */
async function open(page, hub, screen, still) {
  const answers = [];
  page.on("response", (response) => answers.push(response));
  await page.goto(hub.url + screen.path);
  for (let before = -1, now = 0; before !== now;) {
    [before, now] = [now, answers.length];
    await sleep(still);
    now = answers.length;
  }
  return answers;
}

/** The files that were loaded, in bytes as they were sent. */
async function weigh(answers, hub) {
  const files = answers.filter((answer) => answer.url().startsWith(hub.url + "/ui/") && !answer.request().serviceWorker());
  const sizes = new Map(await Promise.all(files.map(async (file) => [file, (await file.request().sizes()).responseBodySize])));
  const bytes = (ending) => files.filter((answer) => new URL(answer.url()).pathname.endsWith(ending)).reduce((sum, answer) => sum + sizes.get(answer), 0);
  const isWords = (answer) => /\/words-[^/]*$/.test(new URL(answer.url()).pathname);
  const words = files.filter(isWords).reduce((sum, answer) => sum + sizes.get(answer), 0);
  return { js: bytes(".js") - words, words, css: bytes(".css"), total: bytes(""), requests: files.length, api: answers.length - files.length };
}

/** Uses what is on every screen: the longest wait for an answer to a finger or key, in milliseconds. */
async function use(page) {
  const press = async (what) => { if (await what.count() > 0) await what.first().tap(); };
  const open = await page.getByRole("dialog").count() > 0; // a place of its own, too
  if (!open) await press(page.getByRole("button", { name: "Capture", exact: true }).filter({ visible: true }));
  await page.keyboard.type("half a thought", { delay: 60 });
  await page.keyboard.press("Escape");
  await press(page.getByRole("link", { name: "More", exact: true }).filter({ visible: true }));
  await sleep(1_000);
  return page.evaluate(() => window.seen.inp);
}
