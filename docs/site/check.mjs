// Checks the built site: links and what they lead to, the weight of each page, and what a browser
// makes of it from a disk.
import { access, readFile, readdir } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { contrast, everything, violations } from "../../ui/e2e/axe.js";

const { chromium } = createRequire(new URL("../../ui/e2e/", import.meta.url))("@playwright/test");
const root = path.resolve(process.argv[2]);
const repository = new URL("../../", import.meta.url).pathname;
const sources = (await readFile(new URL("hugo.toml", import.meta.url), "utf8")).match(/^repository = "(.*)"$/m)[1] + "/blob/main/";
/** What a page may weigh with its style and script, as a server sends it. */
const heaviest = 60_000;
/** How many pages are looked at beside each other. */
const beside = 2;

const wrong = [];
const tell = (page, what) => wrong.push(`${page}: ${what}`);
const there = (file) => access(file).then(() => true, () => false);

const files = (await readdir(root, { recursive: true })).filter((file) => file.endsWith(".html")).sort();
const pages = new Map(await Promise.all(files.map(async (file) => [file, parse(await readFile(path.join(root, file), "utf8"))])));

/** The attributes of a page that lead somewhere, and the ids that can be led to. */
function parse(html) {
  const links = [], ids = new Set();
  for (const [tag] of html.matchAll(/<[a-z][^>]*>/gi)) {
    for (const [, name, quoted, bare] of tag.matchAll(/\s(href|src|id)=(?:"([^"]*)"|([^\s>]+))/g)) {
      if (name === "id") ids.add(quoted ?? bare);
      else links.push((quoted ?? bare).replaceAll("&amp;", "&"));
    }
  }
  return { html, links, ids };
}

async function checkLinks(page, { links }) {
  for (const link of new Set(links)) {
    if (link.startsWith(sources)) {
      if (!await there(path.join(repository, decodeURI(link.slice(sources.length).split("#")[0])))) tell(page, `${link} is not in the repository`);
      continue;
    }
    if (/^[a-z]+:/.test(link)) continue;
    const [to, fragment] = link.split("#");
    const file = to ? path.join(path.dirname(page), decodeURI(to)) : page;
    if (to.startsWith("/")) tell(page, `${link} does not open from a disk`);
    else if (!await there(path.join(root, file))) tell(page, `${link} leads to nothing`);
    else if (fragment && !pages.get(file)?.ids.has(decodeURIComponent(fragment))) tell(page, `${link} leads to no heading`);
  }
}

async function weigh(page, { html, links }) {
  const parts = [html, ...await Promise.all(links.filter((link) => /\.(css|js)$/.test(link)).map((link) => readFile(path.join(root, path.dirname(page), link))))];
  return parts.reduce((sum, part) => sum + gzipSync(part).length, 0);
}

/** Looks at pages one after the other in the sizes of a phone and a desktop, by day and by night. */
async function look(browser, queue) {
  let file, listening;
  const context = await browser.newContext({ reducedMotion: "reduce" });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  // While axe is at work it asks for the style once more, which a page on a disk may not.
  page.on("console", (message) => listening && ["error", "warning"].includes(message.type()) && tell(file, message.text()));
  page.on("pageerror", (error) => tell(file, error.message));
  while ((file = queue.shift())) {
    listening = true;
    await page.goto(pathToFileURL(path.join(root, file)).href);
    listening = false;
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 844 });
      for (const colorScheme of ["light", "dark"]) {
        await page.emulateMedia({ colorScheme });
        // In the dark the same elements have other colours, and nothing else.
        for (const found of await violations(page, colorScheme === "light" ? everything : contrast)) tell(file, `${width} px, ${colorScheme}: ${found[0]} ${found[1][0]}`);
      }
    }
    await fit(page, file, "at 390 px");
    await devtools.send("Page.setFontSizes", { fontSizes: { standard: 32, fixed: 26 } });
    await fit(page, file, "at 390 px with text twice as large");
    await devtools.send("Page.setFontSizes", { fontSizes: { standard: 16, fixed: 13 } });
  }
  await context.close();
}

async function fit(page, file, when) {
  const [needs, has] = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
  if (needs > has) tell(file, `scrolls sideways ${when}: ${needs} in ${has}`);
}

/** Finds something as a visitor would, and opens what lies behind the buttons of a phone. */
async function use(browser) {
  const file = "start.html";
  const page = await browser.newPage({ viewport: { width: 390, height: 844 }, reducedMotion: "reduce" });
  await page.goto(pathToFileURL(path.join(root, file)).href);
  for (const name of ["Pages", "On this page"]) {
    await page.getByRole("button", { name }).click();
    await page.getByRole("navigation", { name }).getByRole("link").first().waitFor();
    for (const found of await violations(page, everything)) tell(file, `${name}: ${found[0]} ${found[1][0]}`);
    await page.keyboard.press("Escape");
  }
  await page.keyboard.press("/");
  await page.keyboard.type("kill -9");
  await page.getByRole("search").getByRole("link").first().waitFor();
  for (const found of await violations(page, everything)) tell(file, `search: ${found[0]} ${found[1][0]}`);
  const { x, width } = await page.locator(".found").boundingBox();
  if (x < 0 || x + width > 390) tell(file, `what is found reaches from ${x} to ${x + width}`);
  await page.getByRole("searchbox").fill("backup verify");
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => url.hash);
  await page.locator(":target").waitFor();
  await page.close();
}

let most = ["", 0];
for (const [page, parsed] of pages) {
  await checkLinks(page, parsed);
  const bytes = await weigh(page, parsed);
  if (bytes > most[1]) most = [page, bytes];
  if (bytes > heaviest) tell(page, `weighs ${bytes} bytes, at most ${heaviest}`);
}
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"] });
try {
  const queue = [...pages.keys()];
  await Promise.all(Array.from({ length: beside }, () => look(browser, queue)));
  await use(browser);
} catch (error) {
  tell("the browser", error.message);
} finally {
  await browser.close();
}
for (const line of wrong) console.log(line);
console.log(`${pages.size} pages, the heaviest ${most[0]} with ${most[1]} bytes; ${wrong.length} faults`);
process.exitCode = wrong.length ? 1 : 0;
