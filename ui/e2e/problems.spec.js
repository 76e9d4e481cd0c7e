// What fails is told on every screen, calmly and live, with the way to mend it.
import { textFactor } from "./enlarge.js";
import { button, expect, test as base } from "./fixture.js";
import { gitToken, gitUser, startGit, sync } from "./git.js";
import { look } from "./look.js";
import { relay } from "./relay.js";

const test = base.extend({
  /** A git server that can be cut off. */
  git: async ({ browser: _ }, use) => {
    const server = await startGit();
    const way = await relay(new URL(server.url).origin);
    await use({ url: way.url + "/notes.git", cut: way.cut, mend: way.mend });
    await way.cut();
    await server.stop();
  },
});

const ask = async (hub, method, to) => (await fetch(hub.url + to, { method })).json();

/** The overview of a hub with these problems in it. */
const overview = async (hub, problems) => ({ ...await ask(hub, "GET", "/api/overview"), problems });

/** Lets the overview tell of problems; the rest of it is the hub's own. */
async function failing(page, hub, list) {
  const json = await overview(hub, list);
  await page.route("**/api/overview", (route) => route.fulfill({ json }));
}

const since = new Date(Date.now() - 3 * 86_400_000).toISOString();
const backup = { area: "backup", since, text: "Backups fail: the folder /mnt/disk/hub is missing.", url: "/ui/settings/data" };
const forge = { area: "forge", since: new Date().toISOString(), text: "The sync with the forge fails: the git server can't be reached: dial tcp 203.0.113.9:443: connect: connection refused.", url: "https://hub.example.org/ui/settings/forge" };
const gateway = { area: "gateway", since, text: "Alerts are not sent: the gateway refuses the token.", url: "/ui/settings/alerts" };

const line = (page) => page.locator(".problems");
const places = ["", "threads", "projects", "wiki", "reminders", "activity", "approvals", "search", "more", "settings/app", "no/such/place"];

test("what fails stands on every screen, live, and goes by itself", async ({ page, hubs, git }) => {
  const hub = await hubs({ HUB_FORGE_URL: git.url, HUB_FORGE_USERNAME: gitUser, HUB_FORGE_TOKEN: gitToken, HUB_FORGE_SYNC: "both", HUB_FORGE_CRON: "0 0 1 1 *" });
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(hub.url + "/ui/");
  await expect(page.locator(".live")).toHaveText("Live");
  await sync(hub);
  await expect(line(page)).toBeEmpty();

  await git.cut();
  await sync(hub);
  await expect(line(page)).toContainText("forge");
  await expect(line(page)).toContainText(/Since \d\d:\d\d\./);
  await expect(line(page)).toHaveRole("status");
  for (const place of places) {
    await page.goto(`${hub.url}/ui/${place}`);
    await expect(line(page).getByText(/forge/).first(), place || "now").toBeVisible();
  }
  await line(page).getByRole("link", { name: "Open settings" }).click();
  await expect(page.getByRole("heading", { level: 2, name: "Forge" })).toBeVisible();
  await expect(page.getByText(/^Failed/)).toBeVisible();
  await expect(line(page).getByRole("link")).toHaveCount(0); // one is there already

  await git.mend();
  await sync(hub);
  await expect(line(page)).toBeEmpty();
  await expect(page.getByText(/^Synced/)).toBeVisible(); // the pane noticed it as well
});

for (const [size, viewport] of [["phone", { width: 390, height: 844 }], ["desk", { width: 1280 * textFactor, height: 800 * textFactor }]]) {
  test(`nothing moves when it appears, and the menu marks where it is mended, ${size}`, async ({ page, hubs }) => {
    const hub = await hubs({});
    for (let i = 0; i < 3; i++) await fetch(hub.url + "/api/threads", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ summary: `Thread ${i}` }) });
    let tell;
    const told = () => new Promise((go) => { tell = go; });
    await page.route("**/api/overview", async (route) => {
      await held;
      await route.fulfill({ json: await overview(hub, [backup]) });
    });
    await page.setViewportSize(viewport);
    let held;
    await page.addInitScript(() => {
      window.moved = 0;
      new PerformanceObserver((list) => list.getEntries().forEach((e) => { window.moved += e.value; })).observe({ type: "layout-shift", buffered: true });
    });
    for (const place of ["", "threads", "projects", "reminders", "settings/security"]) {
      held = told();
      await page.goto(`${hub.url}/ui/${place}`);
      await expect(page.locator(".split, .page, .now").first()).toBeVisible();
      await page.evaluate(() => new Promise((done) => { setTimeout(done, 500); })); // all else is drawn
      await page.evaluate(() => { window.moved = 0; });
      tell();
      await expect(line(page)).toContainText("Backups fail: the folder /mnt/disk/hub is missing. Since ");
      expect(await page.evaluate(() => new Promise((done) => { setTimeout(() => done(window.moved), 300); })), place || "now").toBeLessThanOrEqual(0.02 * textFactor);
    }
    held = null;
    await page.goto(hub.url + "/ui/");
    const menu = page.getByRole("navigation", { name: "laces" }).filter({ visible: true });
    await expect(menu.locator(".fails")).toHaveCount(1);
    if (size === "phone") await menu.getByRole("link", { name: /^More/ }).click();
    await page.getByRole("link", { name: /^Settings.*something fails here/ }).click();
    if (size === "phone") await expect(page.locator(".panes .fails")).toHaveCount(1);
    await page.getByRole("link", { name: /^Data.*something fails here/ }).click();
    await expect(page.getByRole("heading", { level: 3, name: "Scheduled backups" })).toBeVisible();
  });
}

test("several: the first, and the rest when wanted", async ({ page, hubs }) => {
  const hub = await hubs({});
  await failing(page, hub, [backup, forge, gateway]);
  await page.goto(hub.url + "/ui/");
  await expect(line(page).locator("p")).toHaveCount(1);
  await look(page, "problems");
  await button(page, "+2 more").click();
  await expect(line(page).locator("p")).toHaveCount(3);
  await look(page, "problems-all");
  await page.setViewportSize({ width: 1280, height: 800 });
  await line(page).getByRole("link", { name: /^Open settings.*forge/ }).click();
  await expect(page).toHaveURL(hub.url + "/ui/settings/forge");
  await button(page, "Show less").click();
  await expect(line(page).locator("p")).toHaveCount(1);

  // A message does not lie over it.
  await page.goto(hub.url + "/ui/");
  await button(page, "Hide").click();
  await expect(page.locator(".toast")).toBeVisible();
  for (const [width, height] of [[390, 844], [1280, 800]]) {
    await page.setViewportSize({ width, height });
    const toast = await page.locator(".toast").boundingBox(), below = await line(page).boundingBox();
    // With larger text on a phone the line is as high as the half of it.
    if (textFactor === 1 || width > 390) expect(toast.y + toast.height, `${width} px`).toBeLessThanOrEqual(below.y);
  }
});
