// What else a thread is called, on its screen.
import { button, expect, field, said, test, undo } from "./fixture.js";
import { addThread } from "./hub.js";
import { look } from "./look.js";
import { asAgent, more, patch, read, sample, sizes, title, visit } from "./thread.js";

const chips = (page) => page.getByRole("list", { name: "Also known as" }).locator(".name");
const known = (hub, thread) => expect.poll(async () => (await read(hub, thread)).also_known);

for (const [size, viewport] of Object.entries(sizes)) {
  test.describe(size, () => {
    test.use({ viewport });

    test("names are added and taken out by keys alone, and each comes back", async ({ page, hub }) => {
      const thread = await addThread(hub.url, { ...sample, also_known: ["Photos to the NAS", "ترتيب الصور"] });
      await visit(page, hub, "threads/" + thread.id);
      await expect(chips(page)).toHaveText([/^Photos to the NAS/, /^ترتيب الصور/]);

      await button(page, "Add another name").focus();
      await page.keyboard.press("Enter");
      await expect(field(page, "Another name")).toBeFocused();
      await page.keyboard.type("Backup of all albums");
      await page.keyboard.press("Enter");
      await expect(chips(page)).toHaveCount(3);
      await expect(button(page, "Add another name")).toBeFocused();
      await known(hub, thread).toEqual(["Photos to the NAS", "ترتيب الصور", "Backup of all albums"]);
      await undo(page, "Saved: another name.");
      await expect(chips(page)).toHaveCount(2);
      await known(hub, thread).toHaveLength(2);

      await button(page, "Remove “Photos to the NAS”").focus();
      await page.keyboard.press("Enter");
      await expect(button(page, "Remove “ترتيب الصور”")).toBeFocused();
      await known(hub, thread).toEqual(["ترتيب الصور"]);
      await undo(page, "Removed: “Photos to the NAS”");
      await known(hub, thread).toEqual(["Photos to the NAS", "ترتيب الصور"]);
    });

    test("the first name comes by the menu; the last one leaves the focus there", async ({ page, hub }) => {
      const thread = await addThread(hub.url, sample);
      await visit(page, hub, "threads/" + thread.id);
      await expect(title(page, sample.summary)).toBeVisible();
      await expect(page.getByText("Also known as")).toHaveCount(0);
      await more(page, "Add another name");
      await expect(field(page, "Another name")).toBeFocused();
      await page.keyboard.press("Escape");
      await expect(button(page, "More for this thread")).toBeFocused();
      await more(page, "Add another name");
      await field(page, "Another name").fill("  Albums  to the NAS ");
      await button(page, "Save").click();
      await known(hub, thread).toEqual(["Albums to the NAS"]);
      await button(page, "Remove “Albums to the NAS”").click();
      await expect(page.getByText("Also known as")).toHaveCount(0);
      await expect(button(page, "More for this thread")).toBeFocused();
      await known(hub, thread).toEqual([]);
    });
  });
}

test("a name goes beside those that others gave meanwhile, and nothing written is lost", async ({ page, hub }) => {
  const thread = await addThread(hub.url, { ...sample, also_known: ["First"] });
  await visit(page, hub, "threads/" + thread.id);
  await button(page, "Add another name").click();
  await field(page, "Another name").fill("x".repeat(201));
  await page.keyboard.press("Enter");
  await expect(page.locator(".names .wrong")).toContainText("200 characters");
  await expect(field(page, "Another name")).toHaveValue("x".repeat(201));
  let given = false;
  await page.route("**/api/threads/" + thread.id, async (route) => {
    if (route.request().method() === "PATCH" && !given) {
      given = true;
      await patch(hub, thread, { also_known: ["First", "Theirs"] });
    }
    await route.continue();
  });
  await field(page, "Another name").fill("Mine");
  await page.keyboard.press("Enter");
  await known(hub, thread).toEqual(["First", "Theirs", "Mine"]);
  await expect(chips(page)).toHaveCount(3);
});

test("a sixth name is not begun", async ({ page, hub }) => {
  const thread = await addThread(hub.url, { ...sample, also_known: [..."12345"] });
  await visit(page, hub, "threads/" + thread.id);
  await button(page, "Add another name").click();
  await expect(said(page, "5 names are the most. Take one out first.")).toBeVisible();
  await expect(field(page, "Another name")).toHaveCount(0);
});

test("names stay text, and the history says who gave them", async ({ page, hub }) => {
  const hostile = ["<img src=x onerror=alert(1)>", "\"'></span><script>alert(1)</script>", "javascript:alert(1)", "\u202egnihtyna \u2066", "a".repeat(200)];
  const thread = await addThread(hub.url, sample);
  await patch(hub, thread, { also_known: hostile });
  await visit(page, hub, "threads/" + thread.id);
  for (const [i, name] of hostile.entries()) await expect(chips(page).nth(i).locator("span").first()).toHaveText(name);
  await expect(page.locator("#main :is(img, script)")).toHaveCount(0);
  await expect(page.getByRole("list", { name: "History" })).toContainText("codex added the other names");
  await look(page, "names-hostile");
});

test("names look as the rest does", async ({ page, hub }) => {
  const thread = await addThread(hub.url, { ...sample, also_known: ["Photos to the NAS", "Copy everything from the old box and compare the counts of each year", "写真をNASへ移す"] });
  await asAgent(hub, "POST", `/api/threads/${thread.id}/claim`, { holder: "codex on the laptop" });
  await visit(page, hub, "threads/" + thread.id);
  await expect(chips(page)).toHaveCount(3);
  await look(page, "names");
  await button(page, "Add another name").click();
  await page.keyboard.type("Albums to the NAS");
  await look(page, "names-adding");
});
