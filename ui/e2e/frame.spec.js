// The frame: capture, keys, places, going back, being without the hub.
import { begin, button, expect, field, heading, pressAll, said, slack, test, token } from "./fixture.js";
import { addThread, request } from "./hub.js";
import { look } from "./look.js";

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };
const words = "copy photos over to the new nas";

test("capture with the keyboard, from anywhere, within two seconds", async ({ page, hub }) => {
  await begin(page, hub);
  const began = Date.now();
  await page.keyboard.press("c");
  await expect(field(page, "What is on your mind?")).toBeFocused();
  await page.keyboard.type("Water the plants");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("link", { name: "Water the plants" })).toBeVisible();
  expect(Date.now() - began).toBeLessThan(2000 * slack);
  await expect(said(page, /^Added “/)).toBeVisible();
  await button(page, "Undo").click();
  await expect(page.getByRole("link", { name: "Water the plants" })).toHaveCount(0);
});

test("not one key goes elsewhere once the capture is there", async ({ page, hub }) => {
  await begin(page, hub);
  const focused = await page.evaluate(async () => {
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "c", bubbles: true }));
    while (!document.querySelector("dialog[open]")) await Promise.resolve();
    return document.activeElement.tagName;
  });
  expect(focused).toBe("TEXTAREA");
});

test("capture on a phone says what is being worked on, and adds it anyway", async ({ browsers, hub }) => {
  const page = await browsers(phone);
  await addThread(hub.url, { summary: "Move the photo library to the new NAS", project_slug: "homelab" });
  await begin(page, hub);
  await button(page, "Capture").filter({ visible: true }).click();
  await field(page, "What is on your mind?").fill("move the photos to the new NAS library");
  await expect(page.getByText("Already being worked on?")).toBeVisible();
  await look(page, "capture");
  await page.setViewportSize(phone.viewport);
  await page.getByLabel("Project, if you know it").selectOption("homelab");
  await button(page, "Add thread").click();
  await expect(page.getByRole("link", { name: "move the photos to the new NAS library" })).toContainText("homelab");
});

test("a capture the hub refuses comes back with its words", async ({ page, hub }) => {
  await begin(page, hub);
  const refusal = { status: 422, contentType: "application/problem+json", body: JSON.stringify({ errors: [{ location: "body.summary", message: "must be shorter" }] }) };
  await page.route("**/api/threads", (route) => (route.request().method() === "POST" ? route.fulfill(refusal) : route.continue()));
  await page.keyboard.press("c");
  await field(page, "What is on your mind?").fill(words);
  await page.keyboard.press("Enter");
  await expect(page.getByText("Must be shorter.")).toBeVisible();
  await expect(field(page, "What is on your mind?")).toHaveValue(words);
  await page.unroute("**/api/threads");
  await page.keyboard.press("Escape");
  await expect(field(page, "What is on your mind?")).toHaveCount(0);
  await page.keyboard.press("c");
  await expect(field(page, "What is on your mind?")).toHaveValue(words);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("link", { name: words })).toBeVisible();
});

test("keys lead everywhere, not while typing, and can be turned off", async ({ page, hub }) => {
  await addThread(hub.url, { summary: "First" });
  await addThread(hub.url, { summary: "Second" });
  await begin(page, hub);
  for (const [key, name] of [["n", "Now"], ["p", "Projects"], ["w", "Wiki"], ["r", "Reminders"], ["t", "Threads"]]) {
    await pressAll(page, ["g", key]);
    await expect(heading(page, name)).toBeFocused();
    await expect(page).toHaveTitle(`${name} · Progress Hub`);
  }
  await page.keyboard.press("j");
  await expect(page.getByRole("link", { name: "Second" })).toBeFocused();
  await page.keyboard.press("j");
  await expect(page.getByRole("link", { name: "First" })).toBeFocused();
  await page.keyboard.press("k");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 2, name: "Second" })).toBeVisible();
  await page.goBack();

  await page.getByRole("searchbox", { name: "Filter these threads" }).pressSequentially("c?fir");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.getByRole("searchbox", { name: "Filter these threads" }).fill("fir");
  await expect(page.getByRole("link", { name: "Second" })).toHaveCount(0);
  await expect(page).toHaveURL(/q=fir$/);

  await page.getByRole("link", { name: "First" }).focus();
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keys" })).toBeVisible();
  await look(page, "keys");
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole("switch", { name: "Single keys are shortcuts" }).click();
  await page.keyboard.press("Escape");
  await page.keyboard.press("c");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect.poll(async () => JSON.parse((await request(hub.url, "/api/preferences", { headers: { Authorization: "Bearer " + token } })).text).keys).toBe(false);
});

test("another time zone than the hub's is offered, until there is an answer", async ({ browsers, hubs }) => {
  for (const answer of ["Use Asia/Tokyo", /^Keep /]) {
    const hub = await hubs();
    const page = await browsers({ timezoneId: "Asia/Tokyo" });
    await begin(page, hub);
    await page.goto(hub.url + "/ui/");
    const offer = page.getByText("Your hub is set to ", { exact: false });
    await expect(offer).toBeVisible();
    if (answer === "Use Asia/Tokyo") await look(page, "other-zone");
    await button(page, answer).click();
    await expect(offer).toHaveCount(0);
    await expect(said(page, "Saved.")).toBeVisible(); // the hub has it
    await page.reload();
    await expect(page.locator(".live")).toHaveText("Live"); // the word is not in sight where there is little room
    await expect(offer).toHaveCount(0);
  }
});

test("going back leads to where the list was", async ({ browsers, hub }) => {
  const page = await browsers(phone);
  for (let i = 1; i <= 30; i++) await addThread(hub.url, { summary: `Thread number ${i}` });
  await begin(page, hub);
  const target = page.getByRole("link", { name: /Thread number 3\b/ });
  const main = page.getByRole("main");
  const place = () => target.evaluate((e) => e.getBoundingClientRect().top);
  await target.scrollIntoViewIfNeeded();
  // Clicking may scroll as well: what counts is where the row was when it was pressed.
  await target.evaluate((e) => e.addEventListener("click", () => { window.pressedAt = e.getBoundingClientRect().top; }, { once: true, capture: true }));
  expect(await main.evaluate((e) => e.scrollTop)).toBeGreaterThan(300);
  await target.click();
  const before = await page.evaluate(() => window.pressedAt);
  await expect(page.getByRole("heading", { level: 2 })).toBeVisible();
  await expect.poll(() => main.evaluate((e) => e.scrollTop)).toBe(0);
  await page.goBack();
  await expect.poll(async () => Math.abs(await place() - before)).toBeLessThan(2);
});

test("every place has its title, its heading and no complaint", async ({ page, hub }) => {
  await begin(page, hub);
  for (const [path, name] of [["", "Now"], ["threads", "Threads"], ["projects", "Projects"], ["wiki", "Wiki"], ["reminders", "Reminders"], ["agents", "Agents"], ["activity", "Activity"], ["approvals", "Approvals"], ["search", "Search"], ["more", "More"], ["settings", "Settings"], ["no/such/place", "Not found"]]) {
    await page.goto(`${hub.url}/ui/${path}`);
    await expect(heading(page, name)).toBeVisible();
    await expect(page).toHaveTitle(new RegExp(`· Progress Hub$`));
  }
  await page.goto(hub.url + "/ui");
  await expect(heading(page, "Now")).toBeVisible();
  await page.getByRole("link", { name: "Threads", exact: false }).first().click();
  expect(page.url()).toBe(hub.url + "/ui/threads");
});
