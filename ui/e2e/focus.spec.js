// The focus goes to what takes the place of what had it, and never back to the top of the page.
import { button, expect, said, test } from "./fixture.js";
import { addThread } from "./hub.js";
import { asAgent, more, sample, sizes, title, visit } from "./thread.js";

test.use({ viewport: sizes.desktop });

const row = (page, name) => page.locator(".item", { hasText: name });

test("in a list that loses rows", async ({ page, hub }) => {
  for (const summary of ["Fourth", "Third", "Second", "First"]) await addThread(hub.url, { summary });
  await visit(page, hub, "threads");
  await expect(row(page, "First")).toBeVisible();
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await page.keyboard.press("e");
  await expect(row(page, "Second")).toHaveCount(0);
  await expect(row(page, "Third")).toBeFocused(); // it takes the place
  await page.keyboard.press("j");
  await expect(row(page, "Fourth")).toBeFocused();
  await page.keyboard.press("e");
  await expect(row(page, "Fourth")).toHaveCount(0);
  await expect(row(page, "Third")).toBeFocused(); // the one before, as there is none behind
  await page.keyboard.press("u");
  await expect(row(page, "Fourth")).toBeVisible();
  await expect(row(page, "Third")).toBeFocused();
});

test("in a thread that is opened, and in what is done with it", async ({ page, hub }) => {
  for (const summary of ["Second", "First"]) await addThread(hub.url, { ...sample, summary });
  await visit(page, hub, "threads");
  await row(page, "First").focus();
  await page.keyboard.press("Enter");
  await expect(title(page, "First")).toBeFocused();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("Second");
  await expect(page.getByRole("option", { selected: true })).toHaveText(/^(?!Capture|Remind|Search).*Second/);
  await page.keyboard.press("Enter");
  await expect(title(page, "Second")).toBeFocused();

  await button(page, "Start").press("Enter");
  await expect(page.getByRole("link", { name: "On Now" })).toBeFocused();
  await button(page, "Done").press("Enter");
  await expect(button(page, "Reopen")).toBeFocused();
  await said(page, "Done: ").getByRole("button", { name: "Undo" }).press("Enter");
  await expect(page.getByRole("link", { name: "On Now" })).toBeFocused(); // in place of Reopen
  await more(page, "Snooze…");
  await page.getByRole("button", { name: /^Tomorrow/ }).press("Enter");
  await expect(button(page, "More for this thread")).toBeFocused();
  await button(page, "Bring back").press("Enter");
  await expect(page.locator(".thread-head .well")).toHaveCount(0);
  await expect(title(page, "Second")).toBeFocused();
  await button(page, "Pause").press("Enter");
  await page.getByLabel("Where to resume").fill("Begin again");
  await page.locator("dialog").getByRole("button", { name: "Pause", exact: true }).press("Enter");
  await expect(page.locator("dialog[open]")).toHaveCount(0);
  await expect(button(page, "Pause")).toBeFocused();
});

test("on Now, whatever is pressed there", async ({ page, hub }) => {
  for (const summary of ["Other", "Mine"]) await addThread(hub.url, { ...sample, summary });
  await visit(page, hub, "");
  await button(page, "Take this one").press("Enter");
  await expect(page.locator(".now-title")).toBeFocused();
  await button(page, "Something else? Help me choose").press("Enter");
  await expect(page.locator(".now-other")).toBeFocused();
  await button(page, "Stay with mine").press("Enter");
  await expect(page.locator(".now-title")).toBeFocused();
  await button(page, "Start").press("Enter");
  await expect(button(page, "Pause with a note")).toBeVisible();
  await expect(page.locator(".now-title")).toBeFocused();
  await button(page, "Pause with a note").press("Enter");
  await page.getByLabel("When you come back, what is the first thing to do?").fill("Go on here");
  await button(page, "Save and pause").press("Enter");
  await expect(button(page, "Resume")).toBeVisible();
  await expect(page.locator(".now-title")).toBeFocused();
  const name = await page.locator(".now-title").textContent();
  await button(page, "Snooze").press("Enter");
  await expect(page.locator(".now-title")).not.toHaveText(name);
  await expect(page.locator(".now-title")).toBeFocused();
  await expect(said(page, /^Snoozed until/)).toBeVisible();
  await page.keyboard.press("u");
  await expect(page.locator(".now-title")).toHaveText(name); // it is back on Now
  await expect(page.locator(".now-title")).toBeFocused();
});

test("what is begun in a thread and dropped again leads back to where it was begun", async ({ page, hub }) => {
  const { id } = await addThread(hub.url, { summary: "Mine" });
  await visit(page, hub, "threads/" + id);
  const missing = page.locator(".fact-missing");
  for (const [name, field] of [["Goal", "Goal"], ["Tried, and why not", "What was tried"], ["Folder", "Folder"]]) {
    const plus = missing.getByRole("button", { name, exact: true });
    await plus.press("Enter");
    await expect(page.getByRole("textbox", { name: field, exact: true })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(plus).toBeFocused();
    await expect(page).toHaveURL(new RegExp(id));
  }
});

test("the second page of a merge has it", async ({ page, hub }) => {
  await addThread(hub.url, { summary: "Other" });
  const { id } = await addThread(hub.url, { summary: "Mine" });
  await visit(page, hub, "threads/" + id);
  await button(page, "More for this thread").click();
  await page.getByRole("menuitem", { name: /^Merge/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: /Other/ }).press("Enter");
  await expect(page.locator(".merge-into")).toBeFocused();
});

test("stays nowhere when somebody presses beside everything", async ({ page, hub }) => {
  await addThread(hub.url, { summary: "First" });
  await visit(page, hub, "threads");
  await row(page, "First").focus();
  await page.evaluate(() => document.activeElement.blur());
  await addThread(hub.url, { summary: "Second" });
  await expect(row(page, "Second")).toBeVisible();
  await expect(page.locator("body")).toBeFocused();
});

test("on Now a note and a focus name who wrote them", async ({ page, hub }) => {
  const { id } = await addThread(hub.url, { summary: "Mine" });
  await asAgent(hub, "POST", `/api/threads/${id}/pause`, { resume_step: "Run it again" }, "codex");
  await asAgent(hub, "PATCH", `/api/threads/${id}`, { focus: "The third try" }, "gemini-cli");
  await visit(page, hub, "");
  await button(page, "Take this one").click();
  await expect(page.getByText("Note from codex")).toBeVisible();
  await expect(page.getByText(/^gemini-cli, /)).toBeVisible();
  await expect(page.getByText("Your note to yourself")).toHaveCount(0);
});

test("a snooze that was too short is made longer from its message", async ({ page, hub }) => {
  const { id } = await addThread(hub.url, { summary: "Mine" });
  await visit(page, hub, "");
  await button(page, "Take this one").click();
  await page.keyboard.press("s");
  await button(said(page, /^Snoozed until/), "Another day…").click();
  const before = (await asAgent(hub, "GET", `/api/threads/${id}`)).snoozed_until;
  await page.getByRole("button", { name: /^In a week/ }).click();
  await expect.poll(async () => (await asAgent(hub, "GET", `/api/threads/${id}`)).snoozed_until > before).toBe(true);
  await page.goto(hub.url + "/ui/threads/" + id);
  await expect(page.locator(".well", { hasText: /Snoozed until \d+ \w+ \d\d:\d\d/ })).toBeVisible();
});

test("a page, a project and a reminder that are opened have it", async ({ page, hub }) => {
  await addThread(hub.url, { summary: "First", project_slug: "homelab" });
  await asAgent(hub, "PUT", "/api/wiki/racks", { markdown: "# Racks\n" });
  await asAgent(hub, "POST", "/api/reminders", { text: "Water the plants", kind: "daily", due_at: "2030-01-01T08:00:00Z" });
  await visit(page, hub, "");
  for (const [place, name] of [["wiki", "Racks"], ["projects", "homelab"], ["reminders", "Water the plants"]]) {
    await page.goto(hub.url + "/ui/" + place);
    await page.locator(".split-list").getByRole("link", { name }).press("Enter");
    await expect(title(page, name)).toBeFocused();
  }
});

for (const [place, name] of [["threads", "Second"], ["reminders", "Water the plants"], ["projects", "homelab"], ["wiki", "Racks"]]) {
  test(`Escape closes what is open and leads back to its row: ${place}`, async ({ page, hub }) => {
    for (const summary of ["Second", "First"]) await addThread(hub.url, { summary, project_slug: "homelab" });
    await asAgent(hub, "PUT", "/api/wiki/racks", { markdown: "# Racks\n" });
    await asAgent(hub, "POST", "/api/reminders", { text: "Water the plants", kind: "daily", due_at: "2030-01-01T08:00:00Z" });
    await visit(page, hub, place);
    const link = page.locator(".split-list").getByRole("link", { name });
    await link.press("Enter");
    await expect(page).toHaveURL(new RegExp(place + "/."));
    await expect(title(page, name)).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(page).toHaveURL(new RegExp(place + "$"));
    await expect(link).toBeFocused();
  });
}

test("what a filter leaves is said aloud", async ({ page, hub }) => {
  for (const summary of ["Order the cable", "Lay the cable", "Label the rack"]) await addThread(hub.url, { summary });
  await visit(page, hub, "threads");
  const filter = page.getByRole("searchbox", { name: "Filter these threads" });
  const status = page.locator(".split-list").getByRole("status");
  await filter.fill("cable");
  await expect(status).toHaveText("2 threads");
  await filter.fill("garden");
  await expect(status).toHaveText("No thread fits");
  await filter.fill("");
  await expect(status).toBeEmpty();
});

test("what is open alone is done by its key, as beside a list", async ({ page, hub }) => {
  const { id } = await asAgent(hub, "POST", "/api/reminders", { text: "Water the plants", kind: "once", due_at: "2030-01-01T08:00:00Z" });
  const thread = await addThread(hub.url, { summary: "First" });
  await page.setViewportSize(sizes.phone);
  await visit(page, hub, "reminders/" + id);
  await expect(title(page, "Water the plants")).toBeVisible();
  await page.keyboard.press("e");
  await expect(said(page, /^Done/)).toBeVisible();
  await page.goto(hub.url + "/ui/threads/" + thread.id);
  await expect(title(page, "First")).toBeVisible();
  await page.keyboard.press("e");
  await expect(button(page, "Reopen")).toBeVisible();
});
