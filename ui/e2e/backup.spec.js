// Backups: fetched by the browser, and those the hub writes by itself. Each is proved by the
// binary, as an owner would: hub backup verify. And the replica, which the hub proves by itself.
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { begin, button, expect, long, slack, test, token } from "./fixture.js";
import { addThread, request, tell } from "./hub.js";
import { look as fromAllSides } from "./look.js";

/** Each state is looked at at all sizes; the test goes on at the one of a desk. */
async function look(page, name) {
  const size = page.viewportSize();
  await fromAllSides(page, name);
  await page.setViewportSize(size);
}

/** What the binary finds in a backup; it throws when the file can't be restored. */
async function verified(file, passphrase) {
  const { stdout } = await promisify(execFile)(process.env.HUB_BIN, ["backup", "verify", file, "--json"], { env: { ...process.env, ...(passphrase && { HUB_BACKUP_PASSPHRASE: passphrase }) } });
  return JSON.parse(stdout);
}

async function fetched(page, press) {
  const waiting = page.waitForEvent("download");
  await press();
  const download = await waiting;
  return { file: await download.path(), name: download.suggestedFilename() };
}

const secret = "correct horse battery staple";

test("a backup is downloaded, with or without a passphrase, and can be restored", async ({ page, hub }) => {
  await addThread(hub.url, { summary: "Keep this" });
  await request(hub.url, "/mcp", { method: "POST", body: { jsonrpc: "2.0", id: 1, method: "tools/list" }, headers: { Authorization: "Bearer " + token } }); // an agent
  await begin(page, hub);
  await page.goto(hub.url + "/ui/");
  const steps = page.getByRole("region", { name: /^First steps/ });
  await expect(button(steps, "Make a backup: done")).toBeVisible();
  await steps.getByRole("link", { name: "Download" }).click();
  await expect(page.getByRole("heading", { level: 3, name: "Scheduled backups" })).toBeVisible();
  await expect(page.getByText("any moment of the last week can be restored")).toBeVisible();
  await expect(page.getByText("HUB_REPLICATE_TO=file:/mnt/disk2/hub")).toBeVisible();
  await look(page, "data-backup");

  const plain = await fetched(page, () => button(page, "Download backup").click());
  expect(plain.name).toMatch(/^hub-backup-\d{8}T\d{6}Z\.zip$/);
  expect(await verified(plain.file)).toMatchObject({ encrypted: false, counts: { threads: 1 } });
  await expect(page.getByText(`${plain.name} is in your downloads.`)).toBeVisible();

  await page.getByRole("switch", { name: "Encrypt it with a passphrase" }).click();
  await button(page, "Download backup").click();
  await expect(page.getByText("Enter a passphrase.")).toBeVisible();
  await page.getByLabel("Passphrase", { exact: true }).fill("short");
  await expect(page.getByText("With fewer than 12 characters it may be guessed.")).toBeVisible();
  await page.getByLabel("Passphrase", { exact: true }).fill(secret);
  await page.getByLabel("Passphrase again", { exact: true }).fill(secret + "r");
  await button(page, "Download backup").click();
  await expect(page.getByText("Passphrases don't match.")).toBeVisible();
  await look(page, "data-passphrase");
  await page.getByLabel("Passphrase again", { exact: true }).fill(secret);
  const sealed = await fetched(page, () => button(page, "Download backup").click());
  expect(sealed.name).toMatch(/\.enc$/);
  expect(await verified(sealed.file, secret)).toMatchObject({ encrypted: true, counts: { threads: 1 } });
  await expect(verified(sealed.file, secret + "r")).rejects.toThrow(/does not open it/);
  await expect(page.getByLabel("Passphrase", { exact: true })).toHaveValue("");

  await page.goto(hub.url + "/ui/");
  await expect(page.getByText("Keep this").first()).toBeVisible();
  await expect(steps).toHaveCount(0); // it was the last of them
});

test("a download goes on when the pane is left, and can be given up", async ({ page, hub }) => {
  await begin(page, hub);
  await page.goto(hub.url + "/ui/settings/data");
  let free;
  await page.route("**/api/backup", async (route) => {
    await new Promise((resolve) => { free = resolve; });
    await route.continue();
  });
  await button(page, "Download backup").click();
  await expect(page.getByRole("progressbar", { name: "Backup" })).toBeVisible();
  await look(page, "data-arriving");
  const pane = (name) => page.getByRole("link", { name, exact: true });
  // With larger text the list of panes is a screen of its own.
  const list = async () => {
    await expect(pane("Sign-in & security").or(pane("Back to Settings")).filter({ visible: true }).first()).toBeVisible();
    if (!await pane("Sign-in & security").isVisible()) await pane("Back to Settings").click();
  };
  await list();
  await pane("Sign-in & security").click();
  await list();
  await pane("Data").click();
  await expect(page.getByText("The hub is writing it…")).toBeVisible();
  const { file } = await fetched(page, async () => {
    await expect.poll(() => Boolean(free)).toBe(true);
    free();
  });
  await verified(file);

  await button(page, "Download backup").click();
  await button(page, "Cancel").click();
  await expect(button(page, "Download backup")).toBeVisible();
  await expect(page.getByText("There is no backup.")).toHaveCount(0);
  await page.unroute("**/api/backup");
  await page.route("**/api/backup", (route) => route.fulfill({ status: 503, contentType: "application/problem+json", body: JSON.stringify({ detail: "another backup is being downloaded: try again when it has arrived" }) }));
  await button(page, "Download backup").click();
  await expect(page.getByText("There is no backup. Another backup is being downloaded: try again when it has arrived.")).toBeVisible();
});

// Each of them takes a minute: the next backup comes by then, so long a replica may be late, and
// so old the first is that is restored. They are waited for together.
test("scheduled backups and a replica show how they are, and what stands in their way", long, async ({ page, hubs }) => {
  test.setTimeout(180_000 * slack);
  const folders = await mkdtemp(path.join(tmpdir(), "hub-copies-"));
  const [backups, copies, missing] = ["backups", "copies", "not/connected"].map((name) => path.join(folders, name));
  await Promise.all([mkdir(backups), mkdir(copies)]);
  const saving = await hubs({ HUB_BACKUP_DIR: backups, HUB_BACKUP_CRON: "* * * * *", HUB_BACKUP_KEEP: "1" });
  const failing = await hubs({ HUB_REPLICATE_TO: `file:${missing}` });
  const copied = await hubs({ HUB_REPLICATE_TO: `file:${copies}` });
  const data = (of) => page.goto(of.url + "/ui/settings/data");
  const replica = page.locator(".pane > section").filter({ has: page.getByRole("heading", { name: "Replica" }) });
  const reaches = (of, wanted) => expect.poll(async () => (await tell(of, "GET", "/api/server")).replica, { timeout: 90_000 * slack }).toMatchObject(wanted);
  const archives = async () => (await readdir(backups)).filter((name) => name.endsWith(".zip"));

  await test.step("before the minute is over", async () => {
    await data(saving);
    await expect(page.getByText("Every minute")).toBeVisible();
    await expect(page.getByText("The last one, not encrypted")).toBeVisible();

    await data(failing);
    await expect(replica).toContainText("Catching up");
    await expect(replica).toContainText(`The folder ${missing} is not there`);

    await data(copied);
    await tell(copied, "POST", "/api/threads", { summary: "Keep this" });
    await expect(replica).toContainText(`file:${copies}`);
    await expect(replica).toContainText("Not encrypted");
    await expect(replica).toContainText("Up to date");
    await expect(replica).toContainText("nothing is missing");
    await expect(replica).toContainText("Any moment of the last 7 days");
    await expect(replica).toContainText("Not yet.");
    await expect(page.getByText(`hub restore --from file:${copies} --at 2h --data ${copied.data}`)).toBeVisible();
  });

  await test.step("a backup is there, and then its folder is not", async () => {
    await expect.poll(async () => (await archives()).length, { timeout: 70_000 * slack }).toBe(1);
    await data(saving);
    await expect(page.getByText("It was restored once as a test")).toBeVisible();
    await look(page, "data-scheduled");
    for (const name of await archives()) await verified(path.join(backups, name));
    await rm(backups, { recursive: true });
    await page.reload();
    await expect(page.getByRole("main").getByText(`the folder ${backups} is missing; make it, or connect its disk`)).toBeVisible();
    await look(page, "data-problem");
  });

  await test.step("a replica was restored", async () => {
    await reaches(copied, { last_drill: { ok: true } });
    await data(copied);
    await expect(replica).toContainText(/Restored and compared, \d+ rows?\./);
    await replica.scrollIntoViewIfNeeded();
    await look(page, "data-replica");
  });

  await test.step("one without its folder fails", async () => {
    await reaches(failing, { state: "failing" });
    await data(failing);
    await expect(replica).toContainText(`The replica fails: the folder ${missing} is not there`);
    await replica.scrollIntoViewIfNeeded();
    await look(page, "data-replica-fails");
  });
  await rm(folders, { recursive: true });
});
