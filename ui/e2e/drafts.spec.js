// What is written and not saved yet: it outlives the page, and leaves the browser once it is saved,
// discarded or signed out of.
import { test } from "./between.js";
import { begin, button, closeMessages, drafts, expect, field, heading, large, openSettings, said, signIn, stored, token } from "./fixture.js";
import { addThread } from "./hub.js";
import { look } from "./look.js";
import { asAgent, fact, more, sample, sizes } from "./thread.js";

// A page that nobody has written is asked for before the list is there that does not have it.
test.use({ mayMiss: /\/api\/wiki(-revisions)?\// });

const markdown = (page) => page.getByRole("textbox", { name: "Markdown" });
const list = (page) => page.getByRole("dialog", { name: "Not saved yet" });
const left = (page, n) => expect(page.getByText(n === 1 ? "1 text is not saved yet." : `${n} texts are not saved yet.`)).toBeVisible();
const none = (page) => expect(page.getByText(/not saved yet\./)).toHaveCount(0);
const onDisk = (page, want) => expect.poll(() => drafts(page)).toEqual(want);

/** Closes a page as a reader does, and opens the dashboard anew. Nothing asks: all of it is on disk. */
async function comeBack(page, hub, path = "") {
  const asked = [];
  page.on("dialog", (dialog) => { asked.push(dialog.type()); void dialog.accept(); });
  const next = await page.context().newPage();
  await page.close({ runBeforeUnload: true });
  await expect.poll(() => page.isClosed()).toBe(true);
  expect(asked).toEqual([]);
  await next.goto(hub.url + "/ui/" + path);
  return next;
}

for (const [size, viewport] of Object.entries(sizes)) {
  test.describe(size, large(size), () => {
    test.use({ viewport, ...(size === "phone" && { hasTouch: true }) });

    test("a page that is being written outlives a reload and a closed window", async ({ page, hub }) => {
      await begin(page, hub);
      await page.goto(hub.url + "/ui/wiki/plans/garden?edit=1&title=Garden");
      await markdown(page).fill("# Garden\n\nPlant the beans in May.\n");
      await onDisk(page, { "wiki/plans/garden": "# Garden\n\nPlant the beans in May.\n" });
      await page.reload();
      await expect(markdown(page)).toHaveValue("# Garden\n\nPlant the beans in May.\n");
      await expect(page.getByText("Not saved yet", { exact: true })).toBeVisible();
      await none(page); // it is on the screen

      const next = await comeBack(page, hub);
      await left(next, 1);
      await button(next, "Show").click();
      await expect(list(next)).toContainText("Plant the beans in May.");
      await expect(list(next)).not.toContainText("# Plan");
      await look(next, "not-saved");
      await next.setViewportSize(viewport);
      await button(next, "Go on").click();
      await expect(markdown(next)).toHaveValue("# Garden\n\nPlant the beans in May.\n");
      await button(next, "Save").click();
      await expect(next.getByText("Plant the beans in May.")).toBeVisible();
      await onDisk(next, {});
      await next.reload();
      await expect(next.getByText("Plant the beans in May.")).toBeVisible();
      await none(next);
    });

    test("so do a field, the note of a pause, the next step and a capture", async ({ page, hub }) => {
      const thread = await addThread(hub.url, sample);
      const other = await addThread(hub.url, { ...sample, summary: "Sell the old disk", next_steps: [] });
      await begin(page, hub);
      await page.goto(hub.url + "/ui/threads/" + thread.id);
      await button(page, "Edit goal").click();
      await page.getByRole("textbox", { name: "Goal" }).fill("All of it verified, twice");
      await more(page, "Blocked…");
      await page.getByLabel("It waits for").fill("Begin with 2019");
      await page.keyboard.press("Escape");
      await expect.poll(async () => Object.keys(await drafts(page))).toContain(`threads/${thread.id}/block`);
      await page.goto(hub.url + "/ui/");
      await asAgent(hub, "PUT", "/api/now", { thread_id: other.id });
      await page.reload();
      await button(page, "Start").click();
      await page.getByLabel("What is the next step?").fill("Wipe it");
      await page.keyboard.press("Tab");
      await page.keyboard.press("c");
      await field(page, "What is on your mind?").fill("Ask Ana about the key");
      await expect.poll(async () => Object.keys(await drafts(page)).sort()).toEqual(["capture", `threads/${thread.id}/goal`, `threads/${other.id}/next step`, `threads/${thread.id}/block`].sort());

      const next = await comeBack(page, hub);
      await expect(next.getByLabel("What is the next step?")).toHaveValue("Wipe it");
      await left(next, 3); // the step is on the screen
      await button(next, "Show").click();
      await expect(list(next).getByRole("listitem")).toHaveText([/Ask Ana about the key/, /Begin with 2019/, /All of it verified, twice/]);
      await list(next).getByRole("listitem").nth(0).getByRole("button", { name: "Go on" }).click();
      await expect(field(next, "What is on your mind?")).toHaveValue("Ask Ana about the key");
      await next.keyboard.press("Enter");
      await left(next, 2);
      await button(next, "Show").click();
      await list(next).getByRole("listitem").nth(0).getByRole("button", { name: "Discard" }).click();
      await expect(list(next).getByRole("listitem")).toHaveCount(1);
      await list(next).getByRole("button", { name: "Go on" }).click();
      await expect(fact(next, "Goal").or(next.locator(".fact-form")).first()).toBeVisible();
      await expect(next.getByRole("textbox", { name: "Goal" })).toHaveValue("All of it verified, twice");
      await next.locator(".fact-form").getByRole("button", { name: "Save" }).click();
      await expect.poll(async () => (await asAgent(hub, "GET", `/api/threads/${thread.id}`)).goal).toBe("All of it verified, twice");
      await none(next);
      await onDisk(next, { [`threads/${other.id}/next step`]: "Wipe it" });
    });
  });
}

test("what one window saves is no draft in another", async ({ page, hub }) => {
  await asAgent(hub, "PUT", "/api/wiki/list", { markdown: "# List\n" });
  await begin(page, hub);
  await page.goto(hub.url + "/ui/wiki/list?edit=1");
  await markdown(page).fill("# List\n\nmilk\n");
  await onDisk(page, { "wiki/list": "# List\n\nmilk\n" });
  const other = await page.context().newPage();
  await other.goto(hub.url + "/ui/threads");
  await left(other, 1);
  await button(page, "Save").click();
  await none(other);
});

test("what two windows write in the same place are two texts", async ({ page, hub }) => {
  await begin(page, hub);
  await page.goto(hub.url + "/ui/wiki/list?edit=1&title=List");
  const other = await page.context().newPage();
  await other.goto(hub.url + "/ui/wiki/list?edit=1&title=List");
  await markdown(page).fill("# List\n\nmilk\n");
  await onDisk(page, { "wiki/list": "# List\n\nmilk\n" });
  await markdown(other).fill("# List\n\nbread\n");
  const both = (of) => expect.poll(async () => (await stored(of, "drafts")).map(({ value }) => value.slice(8, 12)).sort()).toEqual(["brea", "milk"]);
  await both(other);
  await page.close();
  const next = await comeBack(other, hub);
  await left(next, 2);
  await button(next, "Show").click();
  await list(next).getByRole("listitem").filter({ hasText: "milk" }).getByRole("button", { name: "Go on" }).click();
  await expect(markdown(next)).toHaveValue("# List\n\nmilk\n");
  await left(next, 1);
  await both(next);
  await button(next, "Save").click();
  await expect(next.getByRole("article").getByText("milk")).toBeVisible();
  await button(next, "Show").click();
  await list(next).getByRole("button", { name: "Go on" }).click();
  await expect(markdown(next)).toHaveValue("# List\n\nbread\n");
  await expect(next.getByText("This page was changed elsewhere while you wrote")).toBeVisible();
});

test("a reminder is changed in what was written, and says what else was", async ({ page, hub }) => {
  const { id } = await asAgent(hub, "POST", "/api/reminders", { text: "Water the plants", kind: "session" });
  await begin(page, hub);
  await page.goto(`${hub.url}/ui/reminders/${id}`);
  await button(page, "Edit").click();
  await field(page, "Remind me to").fill("Water the plants on the roof");
  await expect.poll(async () => Object.keys(await drafts(page))).toEqual([`reminders/${id}`]);
  const next = await comeBack(page, hub, "reminders");
  await asAgent(hub, "PATCH", `/api/reminders/${id}`, { kind: "random" });
  await left(next, 1);
  await button(next, "Show").click();
  await list(next).getByRole("button", { name: "Go on" }).click();
  await expect(field(next, "Remind me to")).toHaveValue("Water the plants on the roof");
  await expect(next.getByLabel("When", { exact: true })).toHaveValue("random");
  await asAgent(hub, "PATCH", `/api/reminders/${id}`, { text: "Water the trees" });
  await expect(next.getByText("Changed meanwhile.")).toBeVisible();
  await expect(next.getByRole("blockquote")).toHaveText("Water the trees");
  await look(next, "reminder-changed-meanwhile");
  await button(next, "Save").click();
  await expect.poll(async () => asAgent(hub, "GET", `/api/reminders/${id}`)).toMatchObject({ text: "Water the plants on the roof", kind: "random" });
  await onDisk(next, {});
});

test.describe("without the hub", () => {
  test.use({ mayStop: true });

  test("a field that could not be saved says so elsewhere, and leads back", async ({ page, hub }) => {
    const thread = await addThread(hub.url, sample);
    await begin(page, hub);
    await page.goto(hub.url + "/ui/threads/" + thread.id);
    await button(page, "Edit goal").click();
    const goal = page.getByRole("textbox", { name: "Goal" });
    let hold;
    const held = new Promise((resolve) => { hold = resolve; });
    await page.route("**/api/threads/" + thread.id, (route) => (route.request().method() === "PATCH" ? hold(route) : route.continue()));
    await goal.fill("All of it verified, twice");
    await page.keyboard.press("Control+Enter");
    const save = await held;
    await page.getByRole("link", { name: "Now", exact: true }).first().click();
    await expect(heading(page, "Now")).toBeVisible();
    await save.abort();
    await expect(said(page, "Goal: not saved.")).toBeVisible();
    await button(said(page, "Goal: not saved."), "Go on").click();
    await expect(page).toHaveURL(new RegExp(`/threads/${thread.id}$`));
    await expect(goal).toHaveValue("All of it verified, twice");
    await onDisk(page, { [`threads/${thread.id}/goal`]: "All of it verified, twice" });
    await page.goto(hub.url + "/ui/");
    await button(page, "Show").click();
    await button(list(page), "Go on").click();
    await expect(page).toHaveURL(new RegExp(`/threads/${thread.id}$`));
    await expect(goal).toHaveValue("All of it verified, twice");
  });

  test("a text whose answer got lost is no draft once it is read again", async ({ page, hub, between }) => {
    const way = await between();
    await begin(page, way);
    await page.goto(way.url + "/ui/wiki/list?edit=1&title=List");
    await markdown(page).fill("# List\n\nmilk\n");
    way.lose((method, path) => method === "PUT" && path === "/api/wiki/list");
    await button(page, "Save").click();
    await expect(page.getByText(/^Not saved\./)).toBeVisible();
    way.lose(null);
    await page.reload();
    await expect(page.getByText("No changes", { exact: true })).toBeVisible();
    await onDisk(page, {});
  });
});

test("signing out asks, and leaves no text behind", async ({ page, hub }) => {
  await begin(page, hub);
  await page.goto(hub.url + "/ui/wiki/diary?edit=1&title=Diary");
  await markdown(page).fill("# Diary\n\nnobody else's business\n");
  await openSettings(page);
  await closeMessages(page);
  await button(page, "Sign out").click();
  const ask = page.getByRole("dialog", { name: "Sign out anyway?" });
  await expect(ask).toContainText("1 text is not saved. Signing out deletes it.");
  await expect(ask).toContainText("nobody else's business");
  await look(page, "sign-out-not-saved");
  await button(page, "Stay signed in").click();
  await onDisk(page, { "wiki/diary": "# Diary\n\nnobody else's business\n" });
  await button(page, "Sign out").click();
  await button(page, "Delete and sign out").click();
  await expect(heading(page, "Sign in")).toBeVisible();
  await onDisk(page, {});
  await signIn(page, { Password: "correct horse battery" });
  await none(page);
});

test("a token that is being typed is not stored, and asks", async ({ page, hub }) => {
  await begin(page, hub);
  await page.goto(hub.url + "/ui/settings/forge");
  await page.getByLabel("Token of the forge").first().fill(token + "x");
  const asked = page.waitForEvent("dialog");
  await page.close({ runBeforeUnload: true });
  await (await asked).dismiss();
  await onDisk(page, {});
});
