// The forge under the hand: from the first settings to a conflict that the owner decides,
// against git's own server.
import { button, expect, field, test as base } from "./fixture.js";
import { gitToken, gitUser, startGit } from "./git.js";
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
  await page.getByLabel("Keep in step").selectOption("Both ways");
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
  await button(page, "Sync now").click();
  await expect(page.getByText(/^In step/)).toBeVisible();
  await expect(page.getByText("wiki/router.md, line 3: GitHub token")).toBeVisible();
  expect(git.read("wiki/plan.md")).toBe("# Plan\n\nWait.\n");
  await look(page, "forge-synced");

  // Both sides change one line: each keeps its own until the owner has decided.
  await tell(hub, "PUT", "/api/projects/home/progress", { markdown: "# Home server\n\n- [x] Order the disk\n- [x] Rotate the keys\n" });
  git.write({ "projects/home/PROGRESS.md": "# Home server\n\n- [x] Order the disk\n- [ ] Rotate the keys in May\n" });
  await button(page, "Sync now").click();
  await expect(page.getByRole("heading", { name: "One text waits for your decision" })).toBeVisible();
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
  await button(page, "Sync now").click();
  await expect.poll(() => git.read("projects/home/PROGRESS.md")).toContain("[x] Rotate the keys in May");
  await page.goto(hub.url + "/ui/projects/home");
  await expect(page.getByText("In the forge as projects/home/PROGRESS.md, in step")).toBeVisible();
  await look(page, "forge-project");
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
  await page.unroute("**/api/forge");
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
  await button(page, "Give it up").click();
  await expect(page.getByText("The import is given up.", { exact: false })).toBeVisible();
  await expect(button(page, "Give it up")).toHaveCount(0);
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
