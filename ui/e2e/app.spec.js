// The dashboard as an app: opened without the hub, renewed when the owner wants it, shared to,
// installed.
import { controlled, test, threads } from "./between.js";
import { enter, openBrowser } from "./browser.js";
import { begin, button, expect, field, heading, long, password, said, send, signIn, token } from "./fixture.js";
import { addThread } from "./hub.js";
import { withWorker } from "./playwright.config.js";

test.use({ ...withWorker, mayStop: true });

const cached = (page) => page.evaluate(async () => {
  const all = {};
  for (const name of await caches.keys()) all[name] = (await (await caches.open(name)).keys()).map(({ url }) => url);
  return all;
});

for (const prefix of ["", "/tools/hub"]) {
  test(`opens without the hub ${prefix && "below " + prefix}`, prefix ? long : {}, async ({ page, hub, between }) => {
    const way = await between(prefix);
    await addThread(hub.url, { summary: "Water the plants" });
    await begin(page, way);
    await controlled(page);
    await way.cut();
    for (const [place, name] of [["threads", "Threads"], ["wiki/a/b/c", "Wiki"], ["", "Now"], ["settings/security", "Settings"]]) {
      await page.goto(`${way.url}/ui/${place}`);
      await expect(heading(page, name)).toBeVisible();
      await expect(page.getByText("You're offline and nothing is loaded yet. Changes need the hub.")).toBeVisible();
      await expect(heading(page, "Sign in")).toHaveCount(0);
      await expect(page).toHaveURL(`${way.url}/ui/${place}`);
    }
    await page.goto(way.url + "/ui");
    await expect(heading(page, "Now")).toBeVisible();
    await expect(page).toHaveURL(way.url + "/ui/");
    await page.getByRole("link", { name: "Threads", exact: true }).click();
    await expect(heading(page, "Threads")).toBeFocused();
    await page.reload();
    await expect(page.getByRole("heading", { name: "The hub did not answer" })).toBeVisible();

    await way.mend();
    await expect(page.getByRole("link", { name: "Water the plants" })).toBeVisible({ timeout: 20_000 });
    await expect(page.getByText(/^Offline/)).toHaveCount(0);
  });
}

test("files lost on their way are fetched by the next page, and this one works without", long, async ({ page, between }) => {
  const way = await between();
  const lost = page.waitForEvent("console", { predicate: (m) => m.text().includes("fetching the script") });
  way.lose((method, path) => path === "/ui/sw.js");
  await begin(page, way);
  await lost;
  await expect(page.locator(".live")).toHaveText("Live");
  expect(await page.evaluate(() => navigator.serviceWorker.getRegistrations().then(({ length }) => length))).toBe(0);
  way.lose(null);
  await page.reload();
  await controlled(page);
});

test("a page that is open keeps what it knows, and says from when", async ({ page, hub, between }) => {
  const way = await between();
  await addThread(hub.url, { summary: "Water the plants" });
  await begin(page, way);
  await expect(page.locator(".live")).toHaveText("Live");
  await way.cut();
  await expect(page.getByText(/^You're offline\. This is as it was at \d\d:\d\d\. Changes need the hub\.$/)).toBeVisible({ timeout: 30_000 });
  await page.getByRole("link", { name: /^Projects/ }).first().click();
  await expect(heading(page, "Projects")).toBeFocused();
  await page.goBack();
  await expect(page.getByRole("link", { name: "Water the plants" })).toBeVisible();
  await page.getByRole("link", { name: /^Done/ }).click();
  await expect(page.getByRole("heading", { name: "The hub did not answer" })).toBeVisible();
});

test("keeps its own files and nothing else", async ({ page, hub }) => {
  await begin(page, hub);
  await controlled(page);
  for (const place of ["", "projects", "search?q=plants", "threads"]) await page.goto(`${hub.url}/ui/${place}`);
  await expect(page.locator(".live")).toHaveText("Live");
  const all = await cached(page);
  expect(Object.keys(all)).toHaveLength(1);
  const [files] = Object.values(all);
  expect(files).toContain(hub.url + "/ui/");
  expect(files.filter((url) => !new URL(url).pathname.startsWith("/ui/"))).toEqual([]);
  expect(files.filter((url) => url.includes("sw.js") || url.includes("/pictures/"))).toEqual([]);

  // What is none of its business reaches the hub.
  const answers = await page.evaluate(async () => {
    const ask = async (to, options) => {
      const { status, headers } = await fetch(new URL(to, document.baseURI), options);
      return [status, (headers.get("Content-Type") ?? "").split(";")[0]];
    };
    return [await ask("../api/health"), await ask("pictures/app-192.png")];
  });
  expect(answers).toEqual([[200, "application/json"], [200, "image/png"]]);
});

test("a new version waits until the owner wants it", async ({ page, between }) => {
  test.slow();
  const way = await between();
  await begin(page, way);
  await controlled(page);
  const [before] = Object.keys(await cached(page));
  await page.evaluate(() => { window.here = true; });
  const stays = () => page.evaluate(() => window.here === true);

  // Another build answers; the page hears of it when the hub comes back.
  way.change({ "/ui/sw.js": (text) => text.replace(/[0-9a-f]{16}/, "0123456789abcdef") });
  await expect(page.locator(".live")).toHaveText("Live");
  await way.cut();
  await way.mend();
  const offer = page.getByText("A new version of this page is ready.");
  await expect(offer).toBeVisible({ timeout: 30_000 });
  expect(await stays()).toBe(true);
  expect(Object.keys(await cached(page)).toSorted()).toEqual([before, before.replace(/\S+$/, "0123456789abcdef")].toSorted());

  await page.keyboard.press("c");
  await field(page, "What is on your mind?").fill("half a thought");
  await page.keyboard.press("Escape");
  await button(page, "Reload").click();
  await expect.poll(() => stays().catch(() => true)).toBe(false);
  await expect(heading(page, "Threads")).toBeVisible();
  await page.keyboard.press("c");
  await expect(field(page, "What is on your mind?")).toHaveValue("half a thought"); // it was stored
  await page.keyboard.press("Enter");
  await expect(said(page, /^Added “/)).toBeVisible();
  await expect(offer).toHaveCount(0);
  await expect.poll(async () => Object.keys(await cached(page))).toEqual([before.replace(/\S+$/, "0123456789abcdef")]);
});

test("a new version that never takes over is fetched past the worker", long, async ({ page, between }) => {
  test.slow();
  const way = await between();
  await page.addInitScript(() => { // a browser that stores no draft
    const { open } = IDBFactory.prototype;
    IDBFactory.prototype.open = function (name, version) {
      if (name.includes("drafts")) throw new DOMException("no", "SecurityError");
      return open.call(this, name, version);
    };
  });
  await begin(page, way);
  await controlled(page);
  await page.evaluate(() => { window.here = true; });
  way.change({ "/ui/sw.js": (text) => text.replace(/[0-9a-f]{16}/, "0123456789abcdef").replace("take over", "wait for ever") });
  await way.cut();
  await way.mend();
  const offer = page.getByText("A new version of this page is ready.");
  await expect(offer).toBeVisible({ timeout: 30_000 });
  await page.keyboard.press("c");
  await field(page, "What is on your mind?").fill("a thought to be lost");
  await page.keyboard.press("Escape");
  await button(page, "Reload").click();
  await expect(page.getByText("Something on this page is not saved yet. Save it first, then reload.")).toBeVisible();
  page.once("dialog", (question) => question.accept()); // the browser's own, before the page goes
  await button(page, "Reload anyway").click();
  await expect.poll(() => page.evaluate(() => window.here === true).catch(() => true)).toBe(false);
  await controlled(page);
  await expect(page.locator(".live")).toHaveText("Live");
  await expect(offer).toHaveCount(0);
  await expect.poll(async () => Object.keys(await cached(page))).toEqual(["hub /ui/ 0123456789abcdef"]);
});

test("a new version that never takes over ends no push", long, async ({ page, between }) => {
  test.slow();
  const way = await between();
  await page.addInitScript(() => { PushManager.prototype.getSubscription = async () => ({}); });
  await begin(page, way);
  await controlled(page);
  way.change({ "/ui/sw.js": (text) => text.replace(/[0-9a-f]{16}/, "0123456789abcdef").replace("take over", "wait for ever") });
  await way.cut();
  await way.mend();
  await expect(page.getByText("A new version of this page is ready.")).toBeVisible({ timeout: 30_000 });
  await button(page, "Reload").click();
  await expect(page.getByText("Close all windows of the hub and open it again.")).toBeVisible();
  expect(await page.evaluate(() => navigator.serviceWorker.getRegistrations().then(({ length }) => length))).toBe(1);
});

test("another tab that takes the new version leaves this one alone", long, async ({ page, between }) => {
  test.slow();
  const way = await between();
  await begin(page, way);
  await controlled(page);
  const other = await page.context().newPage();
  await other.goto(way.url + "/ui/threads");
  await controlled(other);
  for (const tab of [page, other]) await tab.evaluate(() => { window.here = true; });
  way.change({ "/ui/sw.js": (text) => text.replace(/[0-9a-f]{16}/, "0123456789abcdef") });
  await way.cut();
  await way.mend();
  await expect(button(other, "Reload")).toBeVisible({ timeout: 30_000 });
  await button(other, "Reload").click();
  await expect.poll(() => other.evaluate(() => window.here === true).catch(() => true)).toBe(false);
  await expect(button(page, "Reload")).toBeVisible();
  expect(await page.evaluate(() => window.here)).toBe(true);
  await button(page, "Reload").click();
  await expect.poll(() => page.evaluate(() => window.here === true).catch(() => true)).toBe(false);
});

test("what other apps share is captured, also by whoever has to sign in first", async ({ page, hub }) => {
  await page.goto(`${hub.url}/ui/capture?${new URLSearchParams({ title: "A page", text: "", url: "https://example.org/a?b=1&c=ä" })}`);
  await signIn(page, { "Access token": token });
  await button(page, "Not now").click();
  await expect(field(page, "What is on your mind?")).toHaveValue("A page\nhttps://example.org/a?b=1&c=ä");
  expect(page.url()).toBe(hub.url + "/ui/");
  await page.keyboard.press("Enter");
  await expect(said(page, /^Added “/)).toBeVisible();
  await page.reload();
  await expect(page.locator(".live")).toHaveText("Live");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  expect(await threads(hub)).toHaveLength(1);

  // The shortcuts of the manifest.
  for (const [place, name] of [["", "Now"], ["threads", "Threads"], ["capture", "Now"]]) {
    await page.goto(`${hub.url}/ui/${place}`);
    await expect(page).toHaveTitle(`${name} · Progress Hub`);
  }
  await expect(field(page, "What is on your mind?")).toBeFocused();
});

test("can be installed, under any prefix", async ({ hub, between }) => {
  for (const prefix of ["", "/tools/hub"]) {
    const way = await between(prefix);
    const { context, close } = await openBrowser();
    try {
      await enter(context, way.url);
      const page = await context.newPage();
      await page.goto(way.url + "/ui/threads");
      await expect(heading(page, "Threads")).toBeVisible();
      const devtools = await context.newCDPSession(page);
      await expect.poll(async () => (await devtools.send("Page.getAppManifest")).url).toBe(way.url + "/ui/manifest.webmanifest");
      const { errors, manifest } = await devtools.send("Page.getAppManifest");
      expect(errors).toEqual([]);
      expect([manifest.startUrl, manifest.scope, manifest.shareTarget?.action]).toEqual([way.url + "/ui/", way.url + "/ui/", way.url + "/ui/capture"]);
      expect(manifest.shortcuts.map(({ url }) => url)).toEqual(["capture", "", "threads"].map((place) => `${way.url}/ui/${place}`));
      expect((await devtools.send("Page.getInstallabilityErrors")).installabilityErrors).toEqual([]);
      expect((await devtools.send("Page.getAppId")).appId, "two hubs of one origin are two apps").toBe(way.url + "/ui/");
    } finally {
      await close();
    }
  }
});

test("over plain http it works without", async ({ hub }) => {
  const { context, close } = await openBrowser({ args: ["--host-resolver-rules=MAP hub.test 127.0.0.1"] });
  try {
    const page = await context.newPage();
    const complaints = [];
    const expected = /401/; // a refused sign-in
    page.on("console", (m) => { if (m.type() === "error" && !expected.test(m.text())) complaints.push(m.text()); });
    page.on("pageerror", (e) => complaints.push(String(e)));
    await page.goto(`http://hub.test:${new URL(hub.url).port}/ui/threads`);
    await signIn(page, { "Access token": token });
    await send(page, { "New password": password, "New password again": password }, "Create password");
    await expect(page.locator(".live")).toHaveText("Live");
    await page.keyboard.press("c");
    await field(page, "What is on your mind?").fill("Water the plants");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("link", { name: "Water the plants" })).toBeVisible();
    expect(await page.evaluate(() => [isSecureContext, "serviceWorker" in navigator])).toEqual([false, false]);
    expect(complaints).toEqual([]);
  } finally {
    await close();
  }
});
