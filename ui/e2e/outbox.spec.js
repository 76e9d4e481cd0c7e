// What is captured without the hub waits in the browser, and gets there once.
import { controlled, test, threads } from "./between.js";
import { begin, button, closeMessages, expect, field, heading, long, openSettings, password, signIn, stored, token, waiting } from "./fixture.js";
import { look } from "./look.js";
import { withWorker } from "./playwright.config.js";

test.use({ ...withWorker, mayStop: true });

const list = (page) => page.getByRole("dialog", { name: "Waiting to send" });
const waits = (page, n) => expect(page.getByText(n === 1 ? "1 capture waiting to send." : `${n} captures waiting to send.`)).toBeVisible();
const empty = (page) => expect(page.getByText(/waiting to send/)).toHaveCount(0);

async function write(page, words) {
  await expect(page.getByRole("dialog")).toHaveCount(0); // it would have the key
  await page.keyboard.press("c");
  await field(page, "What is on your mind?").fill(words);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toHaveCount(0);
}

async function openList(page) {
  await button(page, "Show").click();
  await expect(list(page)).toBeVisible();
}

/** Closes it by its own button: a message on it has one, too. */
const closeList = (page) => button(list(page).locator(".dialog-head"), "Close").click();

/** The page is there, and works without the hub. */
async function settled(page, way) {
  await begin(page, way);
  await controlled(page);
  await expect(page.locator(".live")).toHaveText("Live");
}

/** How often the hub has added a thread for these browsers. */
function added(page) {
  const seen = [];
  page.context().on("response", (r) => { if (r.request().method() === "POST" && r.url().endsWith("/api/threads") && r.status() === 201) seen.push(r.request().headers()["idempotency-key"]); });
  return seen;
}

/** Closes a page; false: it asked first, and stays. */
async function close(page) {
  const asked = page.waitForEvent("dialog").then(async (dialog) => {
    await dialog.dismiss();
    return false;
  }, () => true);
  const gone = page.waitForEvent("close").then(() => true, () => false);
  await page.close({ runBeforeUnload: true });
  return Promise.race([asked, gone]);
}

test("a capture without the hub outlives its page, and is added once", async ({ page, hub, between }) => {
  const way = await between();
  await settled(page, way);
  // The first reaches the hub, and only its answer is lost.
  way.lose((method, path) => method === "POST" && path === "/api/threads");
  await write(page, "Water the plants");
  await expect(page.getByText("Waiting to send. It goes out as soon as the hub answers.")).toBeVisible();
  await way.cut();
  way.lose(null);
  await write(page, "Call the embassy");
  await waits(page, 2);
  await expect.poll(() => waiting(page)).toHaveLength(2);
  expect(await close(page)).toBe(true);

  const next = await page.context().newPage();
  await next.goto(way.url + "/ui/threads");
  await expect(next.getByText("You're offline and nothing is loaded yet. 2 captures waiting to send.")).toBeVisible();
  await openList(next);
  await expect(list(next).getByRole("listitem")).toHaveText([/^Water the plants/, /^Call the embassy/]);
  await closeList(next);

  await way.mend();
  await expect(next.getByText("The 2 waiting captures are sent.")).toBeVisible({ timeout: 40_000 });
  await empty(next);
  await expect(next.getByRole("link", { name: "Water the plants" })).toHaveCount(1);
  expect(await threads(hub)).toEqual(["Call the embassy", "Water the plants"]);
  expect(await waiting(next)).toEqual([]);
});

test("a capture outlives a page that goes before the hub has answered", async ({ page, hub, between }) => {
  const way = await between();
  await settled(page, way);
  await page.waitForFunction(() => performance.getEntriesByType("resource").some(({ name }) => /\/sender-/.test(name)));
  await page.route("**/api/threads", (route) => route.request().method() === "POST" ? new Promise(() => {}) : route.continue());
  await write(page, "Water the plants");
  await expect.poll(() => waiting(page)).toHaveLength(1);
  await empty(page); // it is on its way
  await page.close(); // as a phone does it: no page is asked

  const next = await page.context().newPage();
  await next.goto(way.url + "/ui/threads");
  await expect(next.getByRole("link", { name: "Water the plants" })).toHaveCount(1);
  expect(await threads(hub)).toEqual(["Water the plants"]);
  await expect.poll(() => waiting(next)).toEqual([]);
});

test("two tabs show the same, and one of them sends", long, async ({ page, hub, between }) => {
  const way = await between();
  await settled(page, way);
  const other = await page.context().newPage();
  await other.goto(way.url + "/ui/");
  await controlled(other);
  await expect(other.locator(".live")).toHaveText("Live");
  await other.waitForFunction(() => performance.getEntriesByType("resource").some(({ name }) => /\/sender-/.test(name)));
  const seen = added(page);
  await way.cut();
  await page.bringToFront();
  for (const words of ["one", "two", "three"]) await write(page, words);
  await waits(other, 3);
  await way.mend();
  for (const tab of [page, other]) await expect(tab.getByText(/waiting to send/)).toHaveCount(0, { timeout: 40_000 });
  expect(await threads(hub)).toEqual(["three", "two", "one"]);
  expect(seen).toHaveLength(3);
});

test("what the hub refuses stays with its reason, and is changed", long, async ({ page, hub, between }) => {
  const way = await between();
  await settled(page, way);
  await way.cut();
  await write(page, "far too long ".repeat(60));
  await write(page, "Call the embassy");
  await waits(page, 2);
  await way.mend();
  await waits(page, 1);
  await expect.poll(() => threads(hub)).toEqual(["Call the embassy"]);
  await page.getByRole("button", { name: "Open it" }).click();
  const entry = list(page).getByRole("listitem");
  await expect(entry).toContainText("far too long");
  await expect(entry.locator(".wrong")).toContainText("500");
  await look(page, "outbox-refused");
  await button(entry, "Edit").click();
  await expect(field(page, "What is on your mind?")).toHaveValue(/^(far too long ){59}far too long$/);
  await page.keyboard.press("Escape");
  await waits(page, 1); // closed again, nothing is lost
  await page.keyboard.press("Control+k");
  await page.keyboard.type("buy milk");
  await page.getByRole("option", { name: "Capture “buy milk”" }).click();
  await expect(field(page, "What is on your mind?")).toHaveValue(/far too long\nbuy milk$/);
  await page.keyboard.press("Escape");
  await page.keyboard.press("c");
  await field(page, "What is on your mind?").fill("");
  await field(page, "What is on your mind?").fill("something else");
  await page.keyboard.press("Enter");
  await expect.poll(() => threads(hub)).toEqual(["something else", "Call the embassy"]);
  await waits(page, 1);
  await closeMessages(page);
  await openList(page);
  await button(entry, "Edit").click();
  await field(page, "What is on your mind?").fill("short enough");
  await page.keyboard.press("Enter");
  await empty(page);
  await expect.poll(() => threads(hub)).toEqual(["short enough", "something else", "Call the embassy"]);
});

test("one is deleted, and comes back by Undo", long, async ({ page, hub, between }) => {
  const way = await between();
  await settled(page, way);
  await way.cut();
  await write(page, "Water the plants");
  await write(page, "Call the embassy");
  await waits(page, 2);
  await look(page, "outbox-banner");
  await openList(page);
  await look(page, "outbox-list");
  await button(list(page).getByRole("listitem").first(), "Delete").click();
  await expect(list(page).getByRole("listitem")).toHaveText([/^Call the embassy/]);
  await look(page, "outbox-deleted");
  await button(list(page), "Undo").click();
  await expect(list(page).getByRole("listitem")).toHaveText([/^Water the plants/, /^Call the embassy/]);
  await button(list(page), "Send now").click();
  await expect(list(page)).toContainText("Not everything could be sent.");
  await way.mend();
  await button(list(page), "Send now").click();
  await expect(list(page)).toContainText("Nothing is waiting.");
  expect(await threads(hub)).toEqual(["Call the embassy", "Water the plants"]);
});

test("signing out asks first also before what waits has been looked up", long, async ({ page, between }) => {
  const way = await between();
  await settled(page, way);
  way.lose((method, path) => method === "POST" && path === "/api/threads");
  await write(page, "Water the plants");
  await waits(page, 1);
  await expect.poll(() => waiting(page)).toEqual(["Water the plants"]);
  await page.goto(way.url + "/ui/settings/security");
  await button(page, "Sign out").click();
  await expect(page.getByRole("dialog", { name: "Send your captures first?" })).toContainText("Water the plants");
  way.lose(null);
  await button(page, "Send and sign out").click();
  await expect(heading(page, "Sign in")).toBeVisible();
});

test("signing out asks first", async ({ page, hub, between }) => {
  const way = await between();
  await settled(page, way);
  const deaf = () => way.lose((method, path) => method === "POST" && path === "/api/threads");
  deaf();
  await write(page, "Water the plants");
  await waits(page, 1);
  await openSettings(page);
  await button(page, "Sign out").click();
  const question = page.getByRole("dialog", { name: "Send your captures first?" });
  await expect(question).toContainText("Water the plants");
  await look(page, "outbox-leave");
  await button(page, "Stay signed in").click();
  await expect(question).toHaveCount(0);
  await waits(page, 1);

  await button(page, "Sign out").click();
  await button(page, "Send and sign out").click();
  await expect(question).toContainText("Not everything could be sent.");
  way.lose(null);
  await button(page, "Send and sign out").click();
  await expect(heading(page, "Sign in")).toBeVisible();
  expect(await threads(hub)).toEqual(["Water the plants"]);

  await signIn(page, { Password: password });
  await expect(page.locator(".live")).toHaveText("Live");
  deaf();
  await write(page, "Call the embassy");
  await waits(page, 1);
  await button(page, "Sign out").click();
  await button(page, "Delete and sign out").click();
  await expect(heading(page, "Sign in")).toBeVisible();
  await expect.poll(() => waiting(page)).toEqual([]);
});

test("what is to be deleted by signing out is, also when that is tried again from its message", async ({ page, between }) => {
  const way = await between();
  await settled(page, way);
  way.lose((method, path) => method === "POST" && (path === "/api/threads" || path === "/api/auth/logout"));
  await write(page, "Water the plants");
  await waits(page, 1);
  await openSettings(page);
  await button(page, "Sign out").click();
  await button(page, "Delete and sign out").click();
  const again = page.locator(".toast").filter({ hasText: /hub/ }).getByRole("button", { name: "Try again" });
  await expect(again).toBeVisible();
  way.lose(null);
  await again.click();
  await expect(heading(page, "Sign in")).toBeVisible();
  await expect.poll(() => waiting(page)).toEqual([]);
  await signIn(page, { Password: password });
  await expect(page.locator(".live")).toHaveText("Live");
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("what was written for another hub at this address is not sent to this one unasked", long, async ({ page, hub, hubs, between }) => {
  const other = await hubs();
  const way = await between();
  await settled(page, way);
  await expect.poll(() => stored(page, "hub"), { timeout: 20_000 }).toHaveLength(1);
  await way.cut();
  await page.goto(way.url + "/ui/threads"); // opened without the hub, it knows from before whose it is
  await expect(page.getByText(/^You're offline and nothing is loaded yet/)).toBeVisible();
  await write(page, "for the first");
  await waits(page, 1);
  way.turn(other.url);
  await way.mend();
  await signIn(page, { "Access token": token });
  await button(page, "Not now").click();
  await expect(page.locator(".live")).toHaveText("Live");
  await waits(page, 1);
  await openList(page);
  await expect(list(page)).toContainText("Written for another hub at this address.");
  await button(list(page), "Send now").click();
  await expect(list(page)).toContainText("Not everything could be sent.");
  expect(await threads(other)).toEqual([]);
  await look(page, "outbox-elsewhere");
  await button(list(page), "Send here").click();
  await expect(list(page)).toContainText("Nothing is waiting.");
  expect([await threads(other), await threads(hub)]).toEqual([["for the first"], []]);
});

test("where nothing can be stored, the page keeps it and asks before it goes", long, async ({ page, hub, between }) => {
  await page.addInitScript(() => { IDBFactory.prototype.open = () => { throw new DOMException("no", "SecurityError"); }; });
  const way = await between();
  await settled(page, way);
  await way.cut();
  await write(page, "Water the plants");
  await openList(page);
  await expect(list(page)).toContainText("Keep this page open until they are sent.");
  await closeList(page);
  expect(await close(page)).toBe(false);
  await way.mend();
  await expect(page.getByText("The waiting capture is sent.")).toBeVisible({ timeout: 40_000 });
  expect(await threads(hub)).toEqual(["Water the plants"]);
});

test("the settings say what is stored on this device", async ({ page, between }) => {
  const way = await between();
  await settled(page, way);
  await page.goto(way.url + "/ui/settings/app");
  await expect(page.getByRole("heading", { level: 3, name: "On this device" })).toBeVisible();
  await way.cut();
  await write(page, "Water the plants");
  const section = page.locator("section", { has: page.getByRole("heading", { name: "On this device" }) }).last();
  await expect(section).toContainText("1 capture waiting to send.");
  await look(page, "outbox-settings");
  await button(section, "Show").click();
  await button(list(page), "Delete").click();
  await expect(list(page)).toContainText("Nothing is waiting.");
});

test("the worker sends what waits once the network is back, with no page open", long, async ({ page, hub, between }) => {
  const way = await between();
  await settled(page, way);
  await way.cut();
  await write(page, "Water the plants");
  await write(page, "far too long ".repeat(60));
  await write(page, "Call the embassy");
  await waits(page, 3);
  await expect.poll(() => waiting(page)).toHaveLength(3);
  await expect.poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistration()).sync.getTags())).toEqual(["captures"]);
  const blank = await page.context().newPage();
  expect(await close(page)).toBe(true);
  await way.mend();
  // As the browser would, some minutes later.
  const devtools = await blank.context().newCDPSession(blank);
  const found = new Promise((resolve) => { devtools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => registrations.length > 0 && resolve(registrations[0].registrationId)); });
  await devtools.send("ServiceWorker.enable");
  await devtools.send("ServiceWorker.dispatchSyncEvent", { origin: way.url, registrationId: await found, tag: "captures", lastChance: true });
  await expect.poll(() => threads(hub), { timeout: 40_000 }).toEqual(["Call the embassy", "Water the plants"]);

  await blank.goto(way.url + "/ui/threads");
  await waits(blank, 1); // what is refused, the page tells of
  await openList(blank);
  await expect(list(blank).locator(".wrong")).toContainText("500");
  await button(list(blank), "Delete").click();
  await expect.poll(() => waiting(blank)).toEqual([]);
});

test("what other apps share while the hub is away waits like any capture", long, async ({ page, hub, between }) => {
  const way = await between();
  await settled(page, way);
  await way.cut();
  await page.goto(`${way.url}/ui/capture?${new URLSearchParams({ title: "A page", text: "worth reading", url: "https://example.org/a?b=1" })}`);
  await expect(field(page, "What is on your mind?")).toHaveValue("A page\nworth reading\nhttps://example.org/a?b=1");
  await page.keyboard.press("Enter");
  await waits(page, 1);
  await page.reload(); // it does not come a second time
  await waits(page, 1);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await way.mend();
  await expect(page.getByText("The waiting capture is sent.")).toBeVisible({ timeout: 40_000 });
  expect(await threads(hub)).toEqual(["A page"]);
});
