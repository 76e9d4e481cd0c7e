// The forge under the hand: from the first settings to a conflict that the owner decides,
// against git's own server.
import { button, closeMessages, drafts, expect, field, test as base } from "./fixture.js";
import { gitToken, gitUser, startGit, sync } from "./git.js";
import { look } from "./look.js";

const test = base.extend({
  git: async ({ browser: _ }, use) => {
    const git = await startGit();
    await use(git);
    await git.stop();
  },
});

async function tell(hub, method, to, body) {
  const answer = await fetch(hub.url + to, { method, headers: { "Content-Type": "application/json" }, ...(body && { body: JSON.stringify(body) }) });
  if (!answer.ok) throw new Error(`${method} ${to}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

const secret = (page, name) => page.getByLabel(name, { exact: true });

test("from the first settings to a decision", async ({ page, hubs, git }) => {
  const hub = await hubs({});
  git.write({
    "projects/home/PROGRESS.md": "# Home server\n\n- [x] Order the disk\n- [ ] Rotate the keys\n",
    "projects/garden/PROGRESS.md": "# Garden\n", "projects/Bad Name/PROGRESS.md": "# Bad\n",
  });
  await page.goto(hub.url + "/ui/settings/forge");
  await expect(button(page, "Save forge")).toBeVisible();
  await expect(button(page, "Sync now")).toHaveCount(0);
  await look(page, "forge-none");

  // What is wrong is said where it is wrong, and nothing typed is lost.
  await field(page, "Address of the repository").fill("git@git.example.org:me/notes.git");
  await field(page, "User name").fill(gitUser);
  await button(page, "Save forge").click();
  await expect(field(page, "Address of the repository")).toHaveAttribute("aria-invalid", "true");
  await expect(field(page, "User name")).toHaveValue(gitUser);
  await field(page, "Address of the repository").fill(git.url);
  await secret(page, "Token of the forge").fill("not-the-token");
  await page.getByLabel("Sync mode").selectOption("Both ways");
  await button(page, "Save forge").click();
  await expect(page.getByText("Nothing has been synchronised yet.")).toBeVisible();
  await button(page, "Test the connection").click();
  await expect(page.getByText("does not accept the user name or the token")).toBeVisible();
  await secret(page, "Token of the forge").fill(gitToken);
  await button(page, "Save forge").click();
  await expect(secret(page, "Token of the forge")).toHaveValue("");
  expect(await page.content()).not.toContain(gitToken);
  await button(page, "Test the connection").click();
  await expect(page.getByText("The branch main is there.")).toBeVisible();

  // A scan writes nothing; an import takes what is chosen.
  await button(page, "Scan for import").click();
  await expect(page.getByRole("checkbox")).toHaveCount(2);
  expect(await tell(hub, "GET", "/api/projects")).toHaveLength(0);
  await page.getByRole("checkbox", { name: /Garden/ }).uncheck();
  await page.getByText("1 file is left alone").click();
  await look(page, "forge-scan");
  await button(page, "Import 1 project").click();
  await expect(page.getByText("Imported: 1 project, 1 progress file.")).toBeVisible();
  await expect(page.getByRole("checkbox", { name: /Home server/ })).toBeDisabled();
  expect((await tell(hub, "GET", "/api/projects")).map(({ title }) => title)).toEqual(["Home server"]);

  await tell(hub, "PUT", "/api/wiki/plan", { markdown: "# Plan\n\nWait.\n" });
  await tell(hub, "PUT", "/api/wiki/router", { markdown: "# Router\n\nghp_x7Rk2mQ9vB4nT8wL1cY6zH3pJ5sD0fGa2e9U\n" });
  await closeMessages(page);
  await button(page, "Sync now").click();
  await expect(page.getByText(/^Synced/)).toBeVisible();
  await expect(page.getByText("wiki/router.md, line 3: GitHub token")).toBeVisible();
  expect(git.read("wiki/plan.md")).toBe("# Plan\n\nWait.\n");
  await look(page, "forge-synced");

  // Both sides change one line: each keeps its own until the owner has decided.
  await tell(hub, "PUT", "/api/projects/home/progress", { markdown: "# Home server\n\n- [x] Order the disk\n- [x] Rotate the keys\n" });
  git.write({ "projects/home/PROGRESS.md": "# Home server\n\n- [x] Order the disk\n- [ ] Rotate the keys in May\n" });
  await button(page, "Sync now").click();
  await expect(page.getByRole("heading", { name: "1 text needs your decision" })).toBeVisible();
  const clash = page.getByRole("article", { name: "projects/home/PROGRESS.md" });
  await expect(clash.locator(".side").nth(0)).toContainText("[x] Rotate the keys");
  await expect(clash.locator(".side").nth(1)).toContainText("[ ] Rotate the keys in May");
  await look(page, "forge-conflict");
  await page.goto(hub.url + "/ui/projects/home");
  await expect(page.getByText("The forge has another text")).toBeVisible();
  await page.getByRole("link", { name: "decide between the two" }).click();
  await clash.getByRole("radio", { name: "The forge's" }).check();
  const result = clash.getByLabel("What both shall have");
  await expect(result).toHaveValue("# Home server\n\n- [x] Order the disk\n- [ ] Rotate the keys in May\n");
  await result.fill("# Home server\n\n- [x] Order the disk\n- [x] Rotate the keys in May\n");
  await button(clash, "Use this text").click();
  await expect(clash).toHaveCount(0);
  await closeMessages(page);
  await button(page, "Sync now").click();
  await expect.poll(() => git.read("projects/home/PROGRESS.md")).toContain("[x] Rotate the keys in May");
  await page.goto(hub.url + "/ui/projects/home");
  await expect(page.getByText("In the forge as projects/home/PROGRESS.md, synced")).toBeVisible();
  await look(page, "forge-project");
});

test("what is typed while the settings are saved stays", async ({ page, hubs, git }) => {
  const hub = await hubs({});
  await page.goto(hub.url + "/ui/settings/forge");
  await field(page, "Address of the repository").fill(git.url);
  await page.getByText("Branch, folder and author").click();
  let hold;
  const held = new Promise((resolve) => { hold = resolve; });
  await page.route("**/api/forge", (route) => (route.request().method() === "PUT" ? hold(route) : route.continue()));
  await button(page, "Save forge").click();
  const save = await held;
  await field(page, "Branch").fill("notes");
  await save.continue();
  await expect(page.getByText("Saved.", { exact: true })).toBeVisible();
  await expect(field(page, "Branch")).toHaveValue("notes");
  await expect(field(page, "Address of the repository")).toHaveValue(git.url);
  await page.unroute("**/api/forge");
  await button(page, "Save forge").click();
  await expect.poll(async () => (await tell(hub, "GET", "/api/forge")).branch).toBe("notes");
});

test("what is written for both outlives a change of either, and the page", async ({ page, hubs, git }) => {
  const hub = await hubs({ HUB_FORGE_URL: git.url, HUB_FORGE_USERNAME: gitUser, HUB_FORGE_TOKEN: gitToken, HUB_FORGE_SYNC: "both", HUB_FORGE_CRON: "0 0 1 1 *" });
  const plan = (day) => tell(hub, "PUT", "/api/wiki/plan", { markdown: `# Plan\n\n${day}\n` });
  const saved = async () => (await tell(hub, "GET", "/api/wiki/plan")).markdown;
  await plan("Monday");
  await sync(hub);
  await plan("Tuesday");
  git.write({ "wiki/plan.md": "# Plan\n\nFriday\n" });
  await sync(hub);
  await page.goto(hub.url + "/ui/settings/forge");
  const clash = page.getByRole("article", { name: "wiki/plan.md" }), result = clash.getByLabel("What both shall have");
  const mine = "# Plan\n\nTuesday, or else Friday\n";
  await result.fill(mine);
  await expect(clash.getByText("Changed meanwhile.")).toHaveCount(0);

  await plan("Wednesday"); // by an agent
  await button(clash, "Use this text").click();
  await expect(clash.locator(".side").nth(0)).toContainText("Wednesday");
  await expect(result).toHaveValue(mine);
  await expect(clash.getByText("Changed meanwhile.")).toBeVisible();
  await expect(clash.getByRole("blockquote")).toContainText("Wednesday");
  await look(page, "forge-conflict-changed");
  expect(await saved()).toBe("# Plan\n\nWednesday\n");

  await expect.poll(() => drafts(page)).toEqual({ "forge/conflicts/hub://wiki/plan": mine });
  await page.reload();
  await expect(result).toHaveValue(mine);
  await button(clash, "Use this text").click();
  await expect(clash).toHaveCount(0);
  expect(await saved()).toBe(mine);
  await expect.poll(() => drafts(page)).toEqual({});
});

test("a sync can be watched and broken off", async ({ page, hubs, git }) => {
  const hub = await hubs({ HUB_FORGE_URL: git.url, HUB_FORGE_USERNAME: gitUser, HUB_FORGE_TOKEN: gitToken, HUB_FORGE_SYNC: "both" });
  await page.goto(hub.url + "/ui/settings/forge");
  await expect(field(page, "Address of the repository")).not.toBeEditable();
  await expect(page.getByText("Set by the environment (HUB_FORGE_URL). Change it there.")).toBeVisible();
  const job = { kind: "sync", step: "comparing files", done: 3, total: 12, started_at: "2026-05-04T09:30:00.000Z" };
  const forge = await tell(hub, "GET", "/api/forge");
  await page.route("**/api/forge", (route) => route.fulfill({ json: { ...forge, syncing: true, job } }));
  await page.reload();
  await expect(page.getByText("Comparing files, 3 of 12")).toBeVisible();
  await expect(page.getByRole("progressbar")).toHaveAttribute("value", "3");
  await look(page, "forge-running");
  const asked = page.waitForRequest("**/api/forge/cancel");
  await page.route("**/api/forge/cancel", async (route) => { // until then the page goes on asking how it stands
    await page.unroute("**/api/forge");
    await route.continue();
  });
  await button(page, "Cancel").click();
  await asked;
  await expect(button(page, "Sync now")).toBeEnabled();
});

test("an import that waits for another try says so, and can be given up", async ({ page, hubs, git }) => {
  const hub = await hubs({ HUB_FORGE_URL: git.url, HUB_FORGE_USERNAME: gitUser, HUB_FORGE_TOKEN: gitToken, HUB_FORGE_SYNC: "both" });
  await page.goto(hub.url + "/ui/settings/forge");
  const forge = await tell(hub, "GET", "/api/forge");
  await page.route("**/api/forge", (route) => route.fulfill({ json: { ...forge, import: { slugs: ["home"], asked_at: "2026-05-04T09:30:00.000Z", error: "the git server can't be reached" } } }));
  await page.reload();
  await expect(page.getByText("An import is not finished: the git server can't be reached. It is tried again by itself.")).toBeVisible();
  await look(page, "forge-import-waits");
  await page.unroute("**/api/forge");
  await button(page, "Cancel the import").click();
  await expect(page.getByText("Import cancelled.", { exact: false })).toBeVisible();
  await expect(button(page, "Cancel the import")).toHaveCount(0);
});

const paths = Array.from({ length: 20 }, (_, i) => `wiki/howto/a-page-with-a-rather-long-name-${String(i).padStart(2, "0")}.md`);

test("a forge that has become another one asks once which side is right", async ({ page, hubs, git }) => {
  const hub = await hubs({ HUB_FORGE_URL: git.url, HUB_FORGE_USERNAME: gitUser, HUB_FORGE_TOKEN: gitToken, HUB_FORGE_SYNC: "both" });
  const forge = await tell(hub, "GET", "/api/forge");
  const at = new Date(Date.now() - 2 * 86_400_000).toISOString();
  const diverged = { since: at, reason: "emptied", commit: "5f3c1d0b6d5f0c0a8a3b0c9d1e2f3a4b5c6d7e8f", known: 63, missing: 63, paths };
  const last = { state: "diverged", error: "all files are gone", mode: "both", started_at: at, ended_at: at, pulled: 0, pushed: 0, merged: 0, deleted: 0, conflicts: 0, commit: null };
  const show = (body) => page.route("**/api/forge", (route) => route.fulfill({ json: { ...forge, ...body } }));
  await show({ last_sync: last, diverged });
  await page.goto(hub.url + "/ui/settings/forge");
  const question = page.locator(".pane > section").filter({ has: page.getByRole("heading", { name: "Which side is right?" }) });
  await expect(question).toContainText("All 63 files that both sides had are gone from the forge. Nothing was deleted here, and nothing is synced until you decide.");
  await expect(page.getByText(/^Stopped/)).toBeVisible();
  await look(page, "forge-diverged");

  // The step between shows what would go, and can be left.
  await page.setViewportSize({ width: 390, height: 844 });
  await button(question, "Take the forge's state").click();
  const step = page.getByRole("dialog", { name: "Take the forge's state?" });
  await expect(step).toContainText("63 pages and progress files are deleted here too. Activity can undo it");
  await expect(step.getByRole("listitem")).toHaveText([...paths, "and 43 more"]);
  await look(page, "forge-diverged-take");
  await page.setViewportSize({ width: 390, height: 844 });
  await button(step, "Not now").click();
  await expect(step).toHaveCount(0);

  // A refusal is told in the step, and it stays open.
  await button(question, "Restore mine to the forge").click();
  const back = page.getByRole("dialog", { name: "Restore mine to the forge?" });
  await expect(back).toContainText("Nothing is forced");
  await page.route("**/api/forge/restore", (route) => route.fulfill({ status: 409, contentType: "application/problem+json", body: JSON.stringify({ detail: "the forge does not let this token push" }) }), { times: 1 });
  await button(back, "Restore mine").click();
  await expect(back.getByRole("alert").filter({ hasText: "The forge does not let this token push." })).toBeVisible();
  await look(page, "forge-diverged-restore");
  await page.setViewportSize({ width: 390, height: 844 });

  // What takes longer goes on as any sync does.
  const job = { kind: "sync", step: "pushing", done: 0, total: 0, started_at: at };
  let asked = 0;
  await page.route("**/api/forge/restore", async (route) => {
    asked++;
    await page.unroute("**/api/forge");
    await show({ last_sync: last, diverged, syncing: true, job });
    await route.fulfill({ status: 202, json: job });
  });
  await button(back, "Restore mine").click();
  await expect(back).toHaveCount(0);
  await expect(page.getByRole("progressbar", { name: "Pushing" })).toBeVisible();
  await expect(button(question, "Restore mine to the forge")).toBeDisabled(); // it is under way
  await page.unroute("**/api/forge");
  await show({ last_sync: { ...last, state: "ok", error: null, pushed: 63 }, diverged: null });
  await expect(question).toHaveCount(0);
  await expect(page.getByText("63 sent to the forge")).toBeVisible();
  expect(asked).toBe(1);
});

test("a branch that somebody emptied takes nothing along, and either side can be right", async ({ page, hubs, git }) => {
  const hub = await hubs({ HUB_FORGE_URL: git.url, HUB_FORGE_USERNAME: gitUser, HUB_FORGE_TOKEN: gitToken, HUB_FORGE_SYNC: "both", HUB_FORGE_CRON: "0 0 1 1 *" });
  const names = Array.from({ length: 8 }, (_, i) => `page-${i}`);
  const pages = async () => (await tell(hub, "GET", "/api/wiki")).map(({ path }) => path).sort();
  for (const name of names) await tell(hub, "PUT", `/api/wiki/${name}`, { markdown: `# ${name}\n` });
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(hub.url + "/ui/");
  await sync(hub);
  expect(git.read("wiki/page-3.md")).toBe("# page-3\n");

  git.replace({ "README.md": "Nothing here.\n" });
  await sync(hub);
  await page.locator(".problems").getByRole("link", { name: /^Open settings/ }).click();
  const question = page.locator(".pane > section").filter({ has: page.getByRole("heading", { name: "Which side is right?" }) });
  await expect(question).toContainText("8 files");
  expect(await pages()).toEqual(names);
  await button(question, "Restore mine to the forge").click();
  await expect(page.getByRole("dialog").getByRole("listitem").first()).toHaveText(/^wiki\/page-\d\.md$/);
  await button(page.getByRole("dialog"), "Restore mine").click();
  await expect(page.getByText("The forge has your texts again.")).toBeVisible();
  await expect(question).toHaveCount(0);
  await expect(page.locator(".problems")).toBeEmpty();
  expect(git.read("wiki/page-3.md")).toBe("# page-3\n");
  expect(git.read("README.md")).toBe("Nothing here.\n"); // on top of what was there

  git.replace({ "README.md": "Still nothing.\n" });
  await button(page, "Sync now").click();
  await button(question, "Take the forge's state").click();
  await button(page.getByRole("dialog"), "Take the forge's state").click();
  await expect(page.getByText("The forge's state is taken over.")).toBeVisible();
  await expect(question).toHaveCount(0);
  expect(await pages()).toEqual([]);
});

test("an import that goes on behind the page is shown as under way", async ({ page, hubs, git }) => {
  const hub = await hubs({ HUB_FORGE_URL: git.url, HUB_FORGE_USERNAME: gitUser, HUB_FORGE_TOKEN: gitToken, HUB_FORGE_SYNC: "both" });
  git.write({ "projects/home/PROGRESS.md": "# Home server\n", "projects/garden/PROGRESS.md": "# Garden\n" });
  const forge = await tell(hub, "GET", "/api/forge");
  const at = new Date().toISOString();
  const job = { kind: "import", step: "importing projects", done: 1, total: 2, started_at: at };
  await page.goto(hub.url + "/ui/settings/forge");
  await button(page, "Scan for import").click();
  await expect(page.getByRole("checkbox")).toHaveCount(2);
  await page.route("**/api/forge/import", async (route) => {
    await page.route("**/api/forge", (one) => one.fulfill({ json: { ...forge, job, import: { slugs: ["home", "garden"], asked_at: at, error: null } } }));
    await tell(hub, "POST", "/api/forge/import", {});
    await route.fulfill({ status: 202, json: job });
  });
  await button(page, "Import 2 projects").click();
  const section = page.locator(".pane > section").filter({ has: page.getByRole("heading", { name: "Projects of the forge" }) });
  await expect(section.getByText("The import goes on, also when you leave this page.")).toBeVisible();
  await expect(section.getByRole("progressbar", { name: "Importing projects, 1 of 2" })).toHaveAttribute("value", "1");
  await expect(button(section, "Scan for import")).toBeDisabled();
  await expect(section.getByRole("button", { name: /^Import/ })).toHaveCount(0);
  await look(page, "forge-importing");
  await page.unroute("**/api/forge");
  await expect(section.getByText("The import is done.")).toBeVisible();
  await expect(section.getByRole("checkbox", { name: /Garden/ })).toBeDisabled(); // what the forge has was looked at anew
});

for (const [what, ok, message] of [
  ["may not push", false, "The branch main is there, but this token may not push: remote: You are not allowed to push code to this project."],
  ["could not tell", true, "The branch main is there. Whether this token may push could not be told without pushing."],
]) {
  test(`the test of the connection says its sentence: ${what}`, async ({ page, hubs, git }) => {
    const hub = await hubs({ HUB_FORGE_URL: git.url, HUB_FORGE_USERNAME: gitUser, HUB_FORGE_TOKEN: gitToken, HUB_FORGE_SYNC: "both" });
    await page.route("**/api/forge/test", (route) => route.fulfill({ json: { ok, message, branches: ["main"] } }));
    await page.goto(hub.url + "/ui/settings/forge");
    await button(page, "Test the connection").click();
    const said = page.getByRole("status").filter({ hasText: message });
    await expect(said).toBeVisible();
    await expect(said).toHaveClass(ok ? "" : "wrong");
  });
}
