// Threads that have gone quiet: beside the list, and one at a time in the sweep.
import { textFactor } from "./enlarge.js";
import { button, expect, heading, pressAll, said, test } from "./fixture.js";
import { request } from "./hub.js";
import { look } from "./look.js";

test.use({ way: "demo" }); // a month of made-up work: some of it is quiet

const ask = async (hub, path) => JSON.parse((await request(hub.url, path)).text);
const quiet = (hub) => ask(hub, "/api/threads?stale=true&limit=200");
const read = (hub, { id }) => ask(hub, "/api/threads/" + id);
const card = (page) => page.locator(".sweep-card");

test("one card at a time: kept, snoozed, asked about, dismissed, done, and each taken back", async ({ page, hub }) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const all = await quiet(hub);
  await page.goto(hub.url + "/ui/threads?view=quiet");
  await page.getByRole("link", { name: `Sweep ${all.length} quiet threads` }).first().click();
  await expect(page).toHaveURL(/\/ui\/threads\/sweep$/);
  await expect(heading(page, "Sweep")).toBeVisible();
  const shows = async (n, left) => {
    await expect(card(page)).toHaveAccessibleName(new RegExp(`^${n + 1} of ${all.length}: `));
    await expect(card(page).getByRole("heading", { level: 2 })).toHaveText(all[n].summary);
    await expect(card(page)).toBeFocused(); // readers hear each card
    await expect(page.getByText(`${left} left`, { exact: true })).toBeVisible();
  };
  await shows(0, all.length);

  const before = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 844 * textFactor ** 2 }); // twice as large a text takes four times the room
  const { x, y, width, height } = await button(page, "It is done").boundingBox();
  const there = () => page.evaluate((at) => document.elementFromPoint(...at).closest("button")?.textContent, [x + width / 2, y + height / 2]);
  await page.getByRole("button", { name: /Keep/ }).click();
  await shows(1, all.length - 1);
  expect(await there()).toContain("It is done"); // a second tap does not undo the first
  await page.setViewportSize(before);
  await page.keyboard.press("2");
  await shows(2, all.length - 2);
  await page.keyboard.press("3");
  await expect(said(page, "Copied.")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain("thread_id: " + all[2].id);
  await shows(3, all.length - 3);
  await page.keyboard.press("4");
  await shows(4, all.length - 4);
  await page.keyboard.press("e");
  await shows(5, all.length - 5);
  await expect.poll(async () => (await read(hub, all[3])).status).toBe("dismissed");
  await expect.poll(async () => (await read(hub, all[4])).status).toBe("done");
  expect((await read(hub, all[1])).snoozed_until).not.toBeNull();
  expect((await read(hub, all[0])).last_activity_at > all[0].last_activity_at).toBe(true);
  expect(await read(hub, all[2])).toEqual(all[2]); // asking is not for the hub to know
  await expect.poll(async () => (await quiet(hub)).length).toBe(all.length - 4);

  await page.keyboard.press("Escape");
  const end = page.getByRole("heading", { name: "5 threads looked at" });
  await expect(end).toBeFocused();
  await expect(page.getByText(`${all.length - 5} are left. They can wait.`)).toBeVisible();
  await look(page, "sweep-end");
  await page.setViewportSize({ width: 1280, height: 800 });
  await button(page, "Continue").click();
  await shows(5, all.length - 5);

  for (const [n, field] of [[4, "status"], [3, "status"], [2, "version"], [1, "snoozed_until"], [0, "last_activity_at"]]) {
    await page.keyboard.press("u");
    await shows(n, all.length - n);
    if (n !== 2) expect((await read(hub, all[n]))[field]).toBe(all[n][field]);
  }
  expect((await quiet(hub)).map(({ id }) => id)).toEqual(all.map(({ id }) => id));
  await expect(button(page, "Undo the last one")).toHaveCount(0);
  await look(page, "sweep");
});

test("its last card, and a hub that refuses", async ({ page, hub }) => {
  const all = await quiet(hub);
  for (const { id } of all.slice(1)) await request(hub.url, `/api/threads/${id}/snooze`, { method: "POST", body: { until: "2099-01-01" } });
  await page.route("**/keep", (route) => route.fulfill({ status: 503, contentType: "application/problem+json", body: JSON.stringify({ status: 503, code: "busy", title: "Busy", detail: "Try again" }) }));
  await page.goto(hub.url + "/ui/threads/sweep"); // a page that is open takes a while to have its requests caught
  await expect(card(page)).toHaveAccessibleName(/^1 of 1: /);
  const answer = page.waitForResponse("**/keep");
  await page.keyboard.press("1");
  expect((await answer).status()).toBe(503);
  await expect(said(page, "It was not kept.")).toBeVisible();
  await expect(card(page)).toHaveAccessibleName(/^1 of 1: /); // it comes again
  await page.unroute("**/keep");
  await page.keyboard.press("1");
  await expect(page.getByRole("heading", { name: "1 thread looked at" })).toBeVisible();
  await expect(page.getByText("That was all of them.")).toBeVisible();
  await expect.poll(() => quiet(hub)).toEqual([]); // the page runs ahead, and leaving it drops what is under way
  await page.reload();
  await expect(page.getByText("Nothing has gone quiet")).toBeVisible();
});

test("the second click of two is not for the card that has come meanwhile", async ({ page, hub }) => {
  const all = await quiet(hub);
  const kept = [];
  page.on("request", (r) => { if (r.url().endsWith("/keep")) kept.push(r.url()); });
  await page.goto(hub.url + "/ui/threads/sweep");
  await page.getByRole("button", { name: /Keep/ }).dblclick();
  await expect(card(page)).toHaveAccessibleName(new RegExp(`^2 of ${all.length}: `));
  await button(page, "It is done").dblclick();
  await expect(card(page)).toHaveAccessibleName(new RegExp(`^3 of ${all.length}: `));
  await page.keyboard.press("u");
  await expect(card(page)).toHaveAccessibleName(new RegExp(`^2 of ${all.length}: `));
  expect(kept).toHaveLength(1);
});

test("undo chooses again what was chosen on Now", async ({ page, hub }) => {
  const all = await quiet(hub);
  await request(hub.url, "/api/now", { method: "PUT", body: { thread_id: all[0].id } });
  const chosen = async () => (await ask(hub, "/api/now")).thread?.id;
  await page.goto(hub.url + "/ui/");
  await expect(page.getByRole("main").getByText(all[0].summary).first()).toBeVisible();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("sweep");
  await page.getByRole("option", { name: "Sweep quiet threads" }).click();
  await expect(card(page)).toBeFocused();
  await page.keyboard.press("2");
  await expect.poll(chosen).toBeUndefined();
  await button(page, "Undo the last one").click();
  await expect(card(page)).toHaveAccessibleName(/^1 of /);
  expect(await chosen()).toBe(all[0].id);
});

test("undo that is pressed twice takes two back", async ({ page, hub }) => {
  const all = await quiet(hub);
  await page.goto(hub.url + "/ui/threads/sweep");
  await expect(card(page)).toBeFocused();
  await page.keyboard.press("4");
  await page.keyboard.press("4");
  await expect(card(page)).toHaveAccessibleName(/^3 of /);
  await pressAll(page, ["u", "u"]);
  await expect(card(page)).toHaveAccessibleName(/^1 of /);
  for (const one of all.slice(0, 2)) expect((await read(hub, one)).status).toBe(one.status);
  await expect(page.getByRole("alert").filter({ hasText: /./ })).toHaveCount(0);
});

const roomy = { width: 1440 * textFactor, height: 900 * textFactor };

test("beside the list stands what is quiet, by age, and who holds what", async ({ page, hub }) => {
  await page.setViewportSize(roomy);
  const all = await quiet(hub);
  const held = (await ask(hub, "/api/threads?limit=200")).filter(({ lease }) => lease);
  expect(held.length).toBeGreaterThan(0);
  await page.goto(hub.url + "/ui/threads");
  const pane = page.getByRole("region", { name: "Where things stand" });
  await expect(pane.getByRole("heading", { name: `${all.length} threads have been quiet for a while` })).toBeVisible();
  await expect(pane.locator(".age li")).toHaveCount(10);
  await expect(pane.locator(".age li").first()).toContainText(all[0].summary);
  await expect(pane.getByRole("list", { name: "Who is on what" }).getByRole("link")).toHaveCount(held.length);
  await expect(pane.getByRole("link", { name: `Sweep ${all.length} quiet threads` })).toBeVisible();
  await look(page, "threads-landing");
  await page.setViewportSize(roomy);
  await pane.getByRole("link", { name: new RegExp(held[0].summary) }).click();
  await expect(page.getByRole("heading", { level: 2, name: held[0].summary })).toBeFocused();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(hub.url + "/ui/threads");
  await expect(page.locator(".split-list .item").first()).toBeVisible();
  await expect(page.locator(".landing")).toHaveCount(0); // the list is the pane
});

test("the palette leads there", async ({ page, hub }) => {
  await page.goto(hub.url + "/ui/");
  await expect(page.getByRole("heading", { level: 1, name: "Now" })).toBeVisible(); // before that, keys mean nothing
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.type("sweep");
  await expect(page.getByRole("option", { selected: true })).toContainText("Sweep quiet threads");
  await page.keyboard.press("Enter");
  await expect(card(page)).toBeFocused();
});

test("the list is in the order of the times that it shows, and snoozed threads say until when", async ({ page, hub }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const open = await ask(hub, "/api/threads?status=open&sort=activity");
  expect(open.map(({ last_activity_at: at }) => at)).toEqual(open.map(({ last_activity_at: at }) => at).toSorted().reverse());
  await page.goto(hub.url + "/ui/threads");
  await expect(page.locator(".split-list .item-title").first()).toHaveText(open[0].summary);
  for (const [i, until] of ["2099-03-01", "2099-02-01"].entries()) await request(hub.url, `/api/threads/${open[i].id}/snooze`, { method: "POST", body: { until } });
  await expect(page.locator(".split-list .snoozed").first()).toContainText("Snoozed until");
  await page.goto(hub.url + "/ui/threads?view=snoozed");
  await expect(page.locator(".split-list .item-title").filter({ hasText: open[1].summary })).toBeVisible();
  const shown = await page.locator(".split-list .item-title").allTextContents();
  expect(shown.slice(-2)).toEqual([open[1].summary, open[0].summary]); // the first to come back first
});

test("what has gone quiet since the list was read is swept too", async ({ page, hub }) => {
  const all = await quiet(hub);
  const snooze = ({ id }, until) => request(hub.url, `/api/threads/${id}/snooze`, { method: "POST", body: { until } });
  for (const one of all) await snooze(one, "2099-01-01");
  await page.goto(hub.url + "/ui/threads/sweep");
  await expect(page.getByText("Nothing has gone quiet")).toBeVisible();
  await page.getByRole("link", { name: "Back to now" }).click();
  await expect(heading(page, "Now")).toBeVisible();
  const [snoozed] = await ask(hub, `/api/threads/${all[0].id}/events?limit=1`);
  await request(hub.url, `/api/events/${snoozed.id}/undo`, { method: "POST" });
  await expect.poll(async () => (await quiet(hub)).length).toBe(1);
  await page.keyboard.press("Control+k");
  await page.keyboard.type("sweep");
  await page.getByRole("option", { name: "Sweep quiet threads" }).click();
  await expect(card(page)).toHaveAccessibleName(/^1 of 1: /);
});
