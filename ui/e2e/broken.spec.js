// What once got in the way.
import { button, expect, test } from "./fixture.js";
import { addThread } from "./hub.js";
import { asAgent, patch, sample, visit } from "./thread.js";

test("the first key after Add goes into the form, not to a shortcut", async ({ page, hub }) => {
  await visit(page, hub, "reminders");
  await page.getByRole("link", { name: /^Add/ }).first().click();
  const field = page.getByLabel("What, and when");
  await expect(field).toBeFocused();
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))); // the heading must not take it afterwards
  await page.keyboard.type("undo the winter tyres");
  await expect(field).toHaveValue("undo the winter tyres");
});

test("what an agent is on or what waits is not up next", async ({ page, hub }) => {
  await addThread(hub.url, { ...sample, summary: "One that is free" });
  const held = await addThread(hub.url, { ...sample, summary: "One that is held" });
  const blocked = await addThread(hub.url, { ...sample, summary: "One that waits" });
  await asAgent(hub, "POST", `/api/threads/${held.id}/claim`, { holder: "codex" });
  await asAgent(hub, "POST", `/api/threads/${blocked.id}/block`, { blocked_reason: "the post" });
  const more = await addThread(hub.url, { ...sample, summary: "Another that is free" });
  await patch(hub, more, { energy: "low" });
  await visit(page, hub, "");
  const next = page.getByRole("list", { name: "Up next" });
  await expect(next.getByRole("listitem")).not.toHaveCount(0);
  await expect(next).not.toContainText("One that is held");
  await expect(next).not.toContainText("One that waits");
});

test("no column is cut by large text", async ({ page, hub }) => {
  const { id } = await addThread(hub.url, { ...sample, summary: "Move the photo library to the new machine" });
  await visit(page, hub, `threads/${id}`);
  await expect(page.getByRole("heading", { name: "Move the photo library" }).first()).toBeVisible();
  for (const width of [390, 1024, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    for (const percent of [100, 112.5, 125, 150, 200]) {
      await page.evaluate((size) => { document.documentElement.style.fontSize = size; }, `${percent}%`);
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      const found = await page.evaluate(() => {
        const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
        const widths = [...document.querySelectorAll(".split > section, .thread > *")].filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect().width / rem);
        const { scrollWidth, clientWidth } = document.querySelector(".split-detail");
        return { least: Math.min(...widths), room: document.querySelector("#main").clientWidth / rem, over: scrollWidth - clientWidth };
      });
      expect(found.least, `${width} px at ${percent} %`).toBeGreaterThanOrEqual(Math.min(16, found.room - 4.5));
      expect(found.over, `${width} px at ${percent} %`).toBeLessThanOrEqual(0);
    }
  }
});

for (const [typed, title, shown] of [
  ["dark", "Switch to the dark theme", /Switch to the light theme/],
  ["security", "Sign-in & security", null],
  ["timer 45", "Focus timer: 45 minutes", null],
  ["new page", "New wiki page", null],
  ["sign out", "Sign out", null],
]) {
  test(`the palette finds what can be done: ${typed}`, async ({ page, hub }) => {
    await visit(page, hub, "threads");
    await expect(page.locator(".live")).toHaveText("Live");
    await page.keyboard.press("Control+K");
    await page.keyboard.type(typed);
    await expect(page.getByRole("option", { selected: true })).toContainText(title);
    await page.keyboard.press("Enter");
    if (typed === "security") await expect(page).toHaveURL(/settings\/security$/);
    if (typed === "new page") await expect(page).toHaveURL(/wiki\?new=1$/);
    if (typed === "sign out") await expect(page.getByText("You are signed out.")).toBeVisible();
    if (!shown) return;
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
    await page.keyboard.press("Control+K");
    await page.keyboard.type("theme");
    await expect(page.getByRole("option").filter({ hasText: shown })).toBeVisible();
  });
}

test("the palette offers no way out where nobody signs in", async ({ page, hubs }) => {
  const hub = await hubs({});
  await page.goto(hub.url + "/ui/threads");
  await expect(page.locator(".live")).toHaveText("Live");
  await page.keyboard.press("Control+K");
  await page.keyboard.type("sign");
  await expect(page.getByRole("option", { name: /Sign-in & security/ })).toBeVisible();
  await expect(page.getByRole("option", { name: "Sign out" })).toHaveCount(0);
});

test("the palette has what a slip meant behind what can be done with the words", async ({ page, hub }) => {
  await visit(page, hub, "threads");
  await expect(page.locator(".live")).toHaveText("Live");
  await page.keyboard.press("Control+K");
  await page.keyboard.type("secruity");
  await expect(page.getByRole("option", { selected: true })).toContainText("Capture");
  const meant = page.getByRole("group", { name: "Did you mean" }).getByRole("option");
  await expect(meant).toHaveText([/Sign-in & security/]);
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/settings\/security$/);
});

test("tabs that do not fit are in a menu", async ({ page, hub }) => {
  await addThread(hub.url, sample);
  await page.setViewportSize({ width: 390, height: 844 });
  await visit(page, hub, "threads");
  const tabs = page.getByRole("navigation", { name: "Threads by state" });
  await expect(tabs.getByRole("link", { name: /^Open/ })).toBeVisible();
  await expect(tabs.getByRole("link", { name: /^Dismissed/ })).toBeHidden();
  const { scrollWidth, clientWidth } = await tabs.evaluate(({ scrollWidth: all, clientWidth: seen }) => ({ scrollWidth: all, clientWidth: seen }));
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
  await button(page, /^and \d more$/).click();
  await page.getByRole("menuitem", { name: /^Dismissed/ }).click();
  await expect(page).toHaveURL(/view=dismissed/);
  await expect(tabs.getByRole("link", { name: /^Dismissed/ })).toBeVisible();
});

test("a capture is shown while the hub is slow to take it", async ({ page, hub }) => {
  await visit(page, hub, "threads");
  await expect(page.locator(".live")).toHaveText("Live");
  let go;
  const slow = new Promise((resolve) => { go = resolve; });
  await page.route("**/api/threads", async (route) => {
    if (route.request().method() === "POST") await slow;
    await route.continue();
  });
  await page.keyboard.press("c");
  await page.getByLabel("What is on your mind?").fill("Water the plants");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Adding “Water the plants”…")).toBeVisible();
  go();
  await expect(page.getByRole("link", { name: "Water the plants" })).toBeVisible();
  await expect(page.getByText("Adding “Water the plants”…")).toHaveCount(0);
});

test("a rule that leaves months out says so before it is saved", async ({ page, hub }) => {
  await visit(page, hub, "reminders/new");
  await button(page, "Custom…").click();
  await page.getByLabel("Remind me to").fill("Pay the rent");
  await page.getByLabel("When", { exact: true }).selectOption("Custom…");
  await page.getByLabel("First on").fill("2027-01-31T09:00");
  await page.getByLabel("Unit").selectOption("months");
  await expect(page.getByText("Months without a day 31 are left out.", { exact: false })).toBeVisible();
  await page.getByLabel("First on").fill("2027-01-28T09:00");
  await expect(page.getByText("are left out", { exact: false })).toHaveCount(0);
});

test("what can't be approved any more says so, and can only be rejected", async ({ page, hub }) => {
  await addThread(hub.url, { ...sample, summary: "Old plans", project_slug: "old" });
  await asAgent(hub, "POST", "/mcp", { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "request_change", arguments: { kind: "delete_project", payload: { slug: "old" } } } });
  await visit(page, hub, "approvals");
  await expect(button(page, "Approve")).toBeVisible();
  await asAgent(hub, "DELETE", "/api/projects/old?force=true");
  await page.reload();
  await expect(page.getByText("Outdated: it can no longer be done.")).toBeVisible();
  await expect(button(page, "Approve")).toHaveCount(0);
  await button(page, "Reject").click();
  await expect(page.getByText("Rejected. Nothing was changed", { exact: false })).toBeVisible();
});

test("a table keeps its alignment and its words, and a whole line ticks", async ({ page, hub }) => {
  const markdown = "# Plan\n\n| Thing | Price |\n| :-- | --: |\n| Wheelbarrow | 120 |\n\n- [ ] Order the gravel from the quarry\n";
  await asAgent(hub, "PUT", "/api/wiki/plan", { markdown });
  await page.setViewportSize({ width: 390, height: 844 });
  await visit(page, hub, "wiki/plan");
  expect(await page.getByRole("cell", { name: "120" }).evaluate((cell) => getComputedStyle(cell).textAlign)).toMatch(/right|end/);
  await page.getByText("Order the gravel from the quarry").click({ position: { x: 200, y: 8 } });
  await expect(page.getByRole("checkbox", { name: /Order the gravel/ })).toBeChecked();
  await expect.poll(async () => (await asAgent(hub, "GET", "/api/wiki/plan")).markdown).toContain("- [x] Order the gravel");
});
