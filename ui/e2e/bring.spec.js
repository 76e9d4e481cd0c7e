// Work of another tool, from Settings → Data: a plan first, one change, one undo.
import { begin, button, expect, test, token } from "./fixture.js";
import { addThread, request } from "./hub.js";
import { look as fromAllSides } from "./look.js";

async function look(page, name) {
  const size = page.viewportSize();
  await fromAllSides(page, name);
  await page.setViewportSize(size);
}

const issue = (id, title, more = {}) => JSON.stringify({ id, title, status: "open", created_at: "2025-03-01T08:00:00Z", ...more });
const issues = [
  issue("bd-1", "Rotate the backup keys"),
  issue("bd-2", "Remove the old key", { dependencies: [{ issue_id: "bd-2", depends_on_id: "bd-1", type: "blocks" }] }),
  issue("bd-3", "A mistake", { status: "tombstone" }),
];
const file = (lines, name = "issues.jsonl") => ({ name, mimeType: "application/jsonl", buffer: Buffer.from(lines.join("\n") + "\n") });

async function open(page, hub) {
  await begin(page, hub);
  await page.goto(hub.url + "/ui/settings/data");
  await button(page, "Bring work from…").click();
  return page.getByRole("dialog", { name: "Bring work from…" });
}

const threads = async (hub) => JSON.parse((await request(hub.url, "/api/threads", { headers: { Authorization: "Bearer " + token } })).text).length;

test("work of another tool is shown as a plan, brought, and taken back by one undo", async ({ page, hub }) => {
  const here = await addThread(hub.url, { summary: "Rotate the backup keys" });
  const dialog = await open(page, hub);
  await button(dialog, "Show what would come").click();
  await expect(dialog.getByText("Choose a file first.")).toBeVisible();
  await dialog.getByLabel("File").setInputFiles(file(issues));
  await look(page, "bring-file");
  await button(dialog, "Show what would come").click();
  const plan = dialog.getByRole("heading", { name: "This would come from beads" });
  await expect(plan).toBeFocused();
  await expect(dialog.getByRole("definition")).toHaveText(["1", "2"]); // a project, threads
  await expect(dialog.getByRole("link", { name: "Rotate the backup keys" })).toHaveAttribute("href", new RegExp(here.id + "$"));
  await dialog.getByText("1 thing does not come along").click();
  await expect(dialog.getByText("it was deleted in beads")).toBeVisible();
  await look(page, "bring-plan");
  expect(await threads(hub)).toBe(1);

  await button(dialog, "Bring it").click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText("3 items came from beads.")).toBeVisible();
  expect(await threads(hub)).toBe(3);
  await button(page, "Undo").click();
  await expect.poll(() => threads(hub)).toBe(1);

  await button(page, "Bring work from…").click();
  await dialog.getByLabel("File").setInputFiles(file(issues));
  await dialog.getByLabel("Project").selectOption("inbox");
  await button(dialog, "Show what would come").click();
  await expect(dialog.getByRole("definition")).toHaveText(["2"]); // taken back, so it is new again
  await button(dialog, "Another file").click();
  await expect(dialog.getByLabel("File")).toBeVisible();
});

test("rows that can't be read are named, and may be left out", async ({ page, hub }) => {
  const dialog = await open(page, hub);
  await dialog.getByLabel("File").setInputFiles(file([issues[0], '{"id":']));
  await dialog.getByLabel("Tool").selectOption("beads");
  await button(dialog, "Show what would come").click();
  await expect(dialog.getByText(/^Issues\.jsonl line 2: .*; mend it, or leave broken rows out\.$/i)).toBeVisible();
  await look(page, "bring-broken");
  await dialog.getByRole("switch", { name: "Leave out rows that can't be read" }).click();
  await button(dialog, "Show what would come").click();
  await expect(dialog.getByText("1 thing does not come along")).toBeVisible();
});

test("how far the hub is shows while it brings", async ({ page, hub }) => {
  const dialog = await open(page, hub);
  await dialog.getByLabel("File").setInputFiles(file(issues));
  await button(dialog, "Show what would come").click();
  let go;
  const held = new Promise((resolve) => { go = resolve; });
  await page.route("**/api/imports/*/apply", async (route) => {
    await held;
    await route.continue();
  });
  await page.route(/\/api\/imports\/[^/]+$/, (route) => route.fulfill({ json: { done: 1200, total: 10000 } }));
  await button(dialog, "Bring it").click();
  await expect(dialog.getByText("The hub writes it down, 1,200 of 10,000")).toBeVisible();
  expect(await dialog.getByRole("progressbar").evaluate((bar) => bar.value / bar.max)).toBeCloseTo(0.12);
  await look(page, "bringing");
  go();
  await expect(dialog).toBeHidden();
  await expect(page.getByText("3 items came from beads.")).toBeVisible();
});

test.describe("a plan that is too old", () => {
  test.use({ mayMiss: true });
  test("says so, and the file can be sent again", async ({ page, hub }) => {
    const dialog = await open(page, hub);
    await dialog.getByLabel("File").setInputFiles(file(issues));
    await button(dialog, "Show what would come").click();
    await page.route("**/api/imports/*/apply", (route) => route.continue({ url: route.request().url().replace(/imports\/[^/]+/, "imports/gone") }));
    await button(dialog, "Bring it").click();
    await expect(page.getByText(/^Nothing was brought\. There is no such plan/)).toBeVisible();
    await expect(dialog.getByLabel("File")).toBeVisible();
    expect(await threads(hub)).toBe(0);
  });
});
