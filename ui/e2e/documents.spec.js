// Projects and the wiki: reading, writing, and that nothing which was written gets lost.
import { begin, expect, heading, large, openTab, password, said, test, token, undo } from "./fixture.js";
import { request } from "./hub.js";
import { expectToFit, look as lookAround } from "./look.js";

const sizes = { phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }, desktop: { viewport: { width: 1280, height: 800 } } };

/** Writes as an agent does. */
async function agent(hub, method, path, body, tool = "codex") {
  const { status, text } = await request(hub.url, path, { method, body, headers: { Authorization: "Bearer " + token, "User-Agent": tool } });
  if (status >= 300) throw new Error(`${method} ${path}: ${text}`);
  return text && JSON.parse(text);
}
const put = (hub, path, markdown, tool) => agent(hub, "PUT", path, { markdown }, tool);
const read = async (hub, path) => (await agent(hub, "GET", path)).markdown;

/** A browser that is signed in already; how one gets in is tested elsewhere. */
async function open(browsers, hub, size, path) {
  const page = await browsers(sizes[size]);
  const { origin } = new URL(hub.url);
  const headers = { "X-Hub-Request": "1", Origin: origin };
  const answer = await page.context().request.put(hub.url + "/api/auth/password", { data: { current_method: "token", current_secret: token, new_password: password }, headers });
  expect(answer.status()).toBe(200);
  await page.goto(`${hub.url}/ui/${path}`);
  return page;
}

const text = (page) => page.getByRole("textbox", { name: "Markdown" });
/** Waits until a place that is drawn has put the focus where it belongs, a frame or two later. */
const entered = (page) => page.evaluate(async () => {
  for (let frame = 0; frame < 3; frame++) await new Promise((resolve) => { requestAnimationFrame(() => setTimeout(resolve)); });
});
const button = (page, name) => page.getByRole("button", { name, exact: true });
const link = (page, name) => page.getByRole("link", { name, exact: true });
const title = (page, name) => page.getByRole("heading", { level: 2, name, exact: true });
const menu = async (page, of, item) => {
  await button(page, of).click();
  await page.getByRole("menuitem", { name: item }).click();
};

/** Looks at a state from all sides, and goes on at the size that was. */
async function look(page, name) {
  const before = page.viewportSize();
  if (before.width > 1000) await lookAround(page, name); // which looks at phones as well
  else await expectToFit(page, name);
  await page.setViewportSize(before);
}

const plan = "# Homelab\n\nOne quiet box.\n\n- [x] Rack it\n- [ ] Move the photos\n  - [ ] 2019\n\n```\na very long line of code that does not fit into any phone that anybody has in a pocket\n```\n\n<!-- hub:threads -->\n<!-- /hub:threads -->\n";

for (const size of Object.keys(sizes)) {
  test(`projects, ${size}`, large(size), async ({ browsers, hub }) => {
    const page = await open(browsers, hub, size, "projects");
    await expect(page.getByRole("heading", { name: "No projects yet" })).toBeVisible();
    await look(page, "projects-empty");

    // A new one, with the address it gets.
    await link(page, "Add a project").last().click();
    await button(page, "Add project").click();
    await expect(page.getByText("Give it a title first.")).toBeVisible();
    await page.getByLabel("Title").fill("Домашний сервер");
    await expect(page.getByText("domashnii-server")).toBeVisible();
    await page.getByLabel("Title").fill("Homelab");
    await page.getByLabel("Folders the work happens in").fill("not a folder");
    await button(page, "Add project").click();
    await expect(page.getByLabel("Folders the work happens in")).toHaveAttribute("aria-invalid", "true");
    await look(page, "project-new");
    await page.getByLabel("Folders the work happens in").fill("/home/me/src/homelab\n/srv/homelab");
    await button(page, "Add project").click();
    await expect(title(page, "Homelab")).toBeVisible();
    await expect(page).toHaveURL(`${hub.url}/ui/projects/homelab`);
    await expect(page).toHaveTitle("Homelab · Progress Hub");
    await expect(page.getByText("No progress file yet")).toBeVisible();
    await expect(page.getByText("No forge is set up")).toBeVisible();
    await look(page, "project-empty");
    await page.goto(`${hub.url}/ui/projects`);
    await link(page, "Add a project").click(); // in its middle, whichever screens were seen before
    await expect(page.getByLabel("Title")).toBeFocused();
    await page.goto(`${hub.url}/ui/projects/homelab`);

    // An agent writes, and it is there.
    await put(hub, "/api/projects/homelab/progress", plan);
    await agent(hub, "POST", "/api/threads", { summary: "Copy the photos", project_slug: "homelab" });
    await expect(page.getByText("1 of 3 tasks done")).toBeVisible();
    await expect(page.getByRole("progressbar", { name: "Tasks done" })).toHaveAttribute("value", "33");
    await expect(page.getByRole("list", { name: "Open threads of this project" }).getByText("Copy the photos")).toBeVisible();
    await look(page, "project");

    // Ticked in place, from the keyboard, one right after the other.
    const box = (name) => page.getByRole("checkbox", { name, exact: true });
    await box("Move the photos").focus();
    await page.keyboard.press("Space");
    await box("2019").press("Space");
    await expect(page.getByText("3 of 3 tasks done")).toBeVisible();
    await expect.poll(() => read(hub, "/api/projects/homelab/progress?rev=3")).toBe(plan.replaceAll("[ ]", "[x]"));
    await expect(box("2019")).toBeFocused();
    await expect(said(page, "Ticked.")).toHaveCount(2);
    await button(page, "Undo").last().click();
    await expect(page.getByText("2 of 3 tasks done")).toBeVisible();
    await expect(box("2019")).not.toBeChecked();

    // The log.
    await page.getByLabel("Add to the log").fill("Chose ZFS");
    await button(page, "Add").click();
    await expect(page.getByRole("article").getByText(/Chose ZFS/)).toBeVisible();
    await expect(page.getByLabel("Add to the log")).toHaveValue("");
    // What is written while the line before is on its way stays.
    let taken;
    await page.route("**/progress/log", async (route) => { await new Promise((resolve) => { taken = resolve; }); await route.continue(); });
    await page.getByLabel("Add to the log").fill("Ordered disks");
    await button(page, "Add").click();
    await expect.poll(() => Boolean(taken)).toBe(true);
    await page.getByLabel("Add to the log").fill("Called the shop");
    taken();
    await expect(page.getByRole("article").getByText(/Ordered disks/)).toBeVisible();
    await expect(page.getByLabel("Add to the log")).toHaveValue("Called the shop");
    await page.unroute("**/progress/log");
    await page.getByLabel("Add to the log").fill("");

    // What is known of it, in place.
    await button(page, "Edit repository").click();
    await page.getByRole("textbox", { name: "Repository" }).fill("me@nowhere");
    await page.keyboard.press("Enter");
    await expect(page.getByText("Must be a git remote", { exact: false })).toBeVisible();
    await expect(page.getByRole("textbox", { name: "Repository" })).toHaveValue("me@nowhere");
    await page.getByRole("textbox", { name: "Repository" }).fill("https://me:secret@git.example.org/me/homelab");
    await page.keyboard.press("Enter");
    await expect(link(page, "https://git.example.org/me/homelab")).toBeVisible();
    await expect(button(page, "Edit repository")).toBeFocused();
    await button(page, "Edit address").click();
    await page.getByRole("textbox", { name: "Address" }).fill("home-lab");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(`${hub.url}/ui/projects/home-lab`);
    await expect(page.getByText("also homelab")).toBeVisible();
    await page.goto(`${hub.url}/ui/projects/homelab`); // an earlier name
    await expect(page).toHaveURL(`${hub.url}/ui/projects/home-lab`);

    // Pinned, archived, deleted, and back again.
    await menu(page, "More for this project", "Pin to the top");
    await expect(page.getByText("Pinned.", { exact: true })).toBeVisible();
    await menu(page, "More for this project", "Archive");
    await expect(page.getByText(/^archived/)).toBeVisible();
    await expect(said(page, "Archived: Homelab")).toBeVisible(); // the hub has it
    await page.goto(`${hub.url}/ui/projects?view=archived`);
    await expect(page.getByRole("list", { name: "Archived projects" }).getByText("Homelab")).toBeVisible();
    await page.getByRole("list", { name: "Archived projects" }).getByRole("link").click();
    await menu(page, "More for this project", "Delete");
    await expect(page).toHaveURL(`${hub.url}/ui/projects`);
    await expect(page.getByText("Deleted: Homelab, with its threads and reminders")).toBeVisible();
    await undo(page, "Deleted: Homelab");
    await link(page, /Archived/).click();
    await expect(page.getByRole("list", { name: "Archived projects" }).getByText("Homelab")).toBeVisible();
  });

  test.describe("what moves and goes", () => {
    test.use({ mayMiss: true }); // the news of it may be faster than the page
    test(`the wiki, ${size}`, large(size), async ({ browsers, hub }) => {
      test.slow();
      const page = await open(browsers, hub, size, "wiki");
      await expect(page.getByRole("heading", { name: "No pages yet" })).toBeVisible();
      await look(page, "wiki-empty");

      // A title becomes a path, and a page.
      await link(page, "Write the first page").click();
      await page.getByLabel("Title").fill("…");
      await expect(page.getByText("Must have a letter or a digit.")).toBeVisible();
      await page.getByLabel("Title").fill("a/b/c/d/e/f/g/h/i");
      await expect(page.getByText("Must have at most 8 parts between slashes.")).toBeVisible();
      await page.getByLabel("Title").fill("Homelab");
      await expect(page.getByText("Its path: homelab", { exact: true })).toBeVisible();
      await page.getByLabel("Title").fill("Homelab/Storage layout");
      await page.keyboard.press("Enter");
      await expect(text(page)).toHaveValue("# Storage layout\n\n");
      await text(page).fill("# Storage layout\n\nTwo groups, as in [[homelab/plan|The plan]].\n\n- [ ] test it\n");
      await expect(page.getByRole("region", { name: "Preview" }).getByRole("link", { name: "The plan (not written yet)" })).toBeVisible();
      await look(page, "page-write");
      await button(page, "Save").click();
      await expect(page.getByText("Saved: Storage layout")).toBeVisible();
      await expect(title(page, "Storage layout")).toBeVisible();
      await expect(page).toHaveURL(`${hub.url}/ui/wiki/homelab/storage-layout`);
      await look(page, "page");

      // On paper all of it, and nothing to press.
      await page.emulateMedia({ media: "print" });
      await expect(page.locator(".top, .rail, .bar").filter({ visible: true })).toHaveCount(0);
      await expect(page.getByRole("button")).toHaveCount(0);
      expect(await page.evaluate(() => ["#main", ".split-detail"].map((of) => getComputedStyle(document.querySelector(of)).overflow))).toEqual(["visible", "visible"]);
      await page.emulateMedia({ media: null });

      // A link that leads nowhere leads to its page in one click.
      await page.getByRole("link", { name: "The plan (not written yet)" }).click();
      await expect(text(page)).toHaveValue("# The plan\n\n");
      await entered(page);
      await text(page).focus();
      await page.keyboard.press("Control+End");
      await page.keyboard.type("Back to [[sto");
      await expect(page.getByRole("option", { name: /Storage layout/ })).toHaveAttribute("aria-selected", "true");
      await look(page, "page-complete");
      await page.keyboard.press("Enter");
      await expect(text(page)).toHaveValue("# The plan\n\nBack to [[homelab/storage-layout|Storage layout]]");
      await text(page).evaluate((field) => field.setSelectionRange(4, 4));
      await page.keyboard.press("Control+s");
      await expect(page.getByText("Saved: The plan")).toBeVisible();
      await expect(page.getByText("No changes")).toBeVisible();
      await expect(text(page)).toBeFocused(); // saved, and still writing, where it was
      expect(await text(page).evaluate((field) => field.selectionStart)).toBe(4);
      await button(page, "Cancel").click();
      await page.getByRole("article").getByRole("link", { name: "Storage layout" }).click();
      await expect(page.getByRole("list", { name: "Texts that link here" }).getByText("The plan")).toBeVisible();
      await page.getByRole("checkbox", { name: "test it" }).check();
      await expect(page.getByText("Ticked.")).toBeVisible();
      await expect.poll(() => read(hub, "/api/wiki/homelab/storage-layout")).toContain("- [x] test it");

      // Versions: one as it was, what changed, and back to it.
      await put(hub, "/api/wiki/homelab/storage-layout", "# Storage layout\n\nOne group.\n");
      await expect(page.getByText("One group.")).toBeVisible();
      await page.getByRole("region", { name: "Versions" }).getByRole("link", { name: /version 2/ }).click();
      await expect(page.getByText("Version 2 of 3", { exact: false })).toBeVisible();
      await expect(page.getByRole("checkbox", { name: "test it" })).toBeDisabled();
      await openTab(page, "What has changed since");
      await expect(page.locator(".diff .removed").first()).toContainText("Two groups");
      await expect(page.locator(".diff .added").first()).toContainText("One group.");
      await look(page, "version-compared");
      await button(page, "Restore").click();
      await expect(page.getByText("Version 2 is back, as a new version.")).toBeVisible();
      await expect(page.getByRole("checkbox", { name: "test it" })).toBeChecked();
      await expect(page.getByText("4 versions", { exact: false })).toBeVisible();

      // Moved: the links follow, and it says how many.
      await menu(page, "More for this page", "Move or rename");
      await expect(page.getByText("Links in 1 text will be rewritten", { exact: false })).toBeVisible();
      await page.getByLabel("New place").fill("Homelab/Plan");
      await expect(page.getByText("There is a page already.")).toBeVisible();
      await look(page, "page-move");
      await page.getByLabel("New place").fill("Attic");
      await expect(page.getByText("That is the path attic", { exact: true })).toBeVisible();
      await page.getByLabel("New place").fill("Attic/Disks"); // where it goes, whatever is known of it by then
      await page.keyboard.press("Enter");
      await expect(page).toHaveURL(`${hub.url}/ui/wiki/attic/disks`);
      await expect(page.getByText("Moved 1 page; links rewritten in 1 text.")).toBeVisible();
      await expect.poll(() => read(hub, "/api/wiki/homelab/plan")).toContain("[[attic/disks|Storage layout]]");

      // Deleted, and back.
      await menu(page, "More for this page", "Delete");
      await expect(page).toHaveURL(`${hub.url}/ui/wiki`);
      const tree = page.getByRole("navigation", { name: "Pages" });
      await expect(button(tree, "Pages in Attic")).toHaveCount(0);
      await expect(page.getByText("Deleted: Storage layout")).toBeVisible();
      await page.goto(`${hub.url}/ui/wiki/attic/disks`);
      await expect(page.getByText("Its versions are still here", { exact: false })).toBeVisible();
      await look(page, "page-deleted");
      await button(page, "Bring it back").click();
      await expect(title(page, "Storage layout")).toBeVisible();
      await page.goto(`${hub.url}/ui/wiki`);
      await expect(button(tree, "Pages in Attic")).toBeVisible();
      if (await button(tree, "Pages in Attic").getAttribute("aria-expanded") === "false") await button(tree, "Pages in Attic").click();
      await expect(link(tree, "Storage layout")).toBeVisible();
      await look(page, "wiki");
    });
  });

  test(`two who write at once, ${size}`, large(size), async ({ browsers, hub }) => {
    const base = "# Plan\n\nThe first line.\n\nThe middle.\n\nThe last line.\n";
    await put(hub, "/api/wiki/plan", base);
    const page = await open(browsers, hub, size, "wiki/plan?edit=1");
    await text(page).fill(base.replace("first line", "first line, mine").replace("middle", "centre"));
    // The hub learns of the other text; the page, whose questions wait until it saves, does not.
    let saves;
    const saving = new Promise((go) => { saves = go; });
    await page.route("**/api/wiki/plan*", async (route) => {
      if (route.request().method() === "GET") await saving;
      else saves();
      await route.continue();
    });
    await put(hub, "/api/wiki/plan", base.replace("first line", "first line, theirs").replace("last", "very last"));
    await button(page, "Save").click(); // it can't: both texts are shown
    await expect(page.getByText("codex saved another text", { exact: false })).toBeVisible();
    await button(page, "Back to my text").click();
    await expect(page.getByText("This page was changed elsewhere while you wrote.", { exact: false })).toBeVisible();
    await expect(text(page)).toHaveValue(/first line, mine/);
    await look(page, "changed-elsewhere");
    await button(page, "Save").click(); // nor later
    await expect(page.getByText("codex saved another text", { exact: false })).toBeVisible();
    const places = page.getByRole("list", { name: "Where the two differ" }).getByRole("listitem");
    await expect(places).toHaveCount(3);
    await expect(places.first()).toContainText("first line, mine");
    await expect(places.first()).toContainText("first line, theirs");
    await look(page, "conflict");
    await places.first().getByRole("radio", { name: "Theirs" }).check();
    await button(page, "Use this text").click();
    await expect(text(page)).toHaveValue("# Plan\n\nThe first line, theirs.\n\nThe centre.\n\nThe very last line.\n");
    await button(page, "Save").click();
    await expect(page.getByText("Saved: Plan")).toBeVisible();
    await expect.poll(() => read(hub, "/api/wiki/plan")).toBe("# Plan\n\nThe first line, theirs.\n\nThe centre.\n\nThe very last line.\n");
  });

  test(`what is typed stays, ${size}`, large(size), async ({ browsers, hub }) => {
    await agent(hub, "POST", "/api/projects", { title: "Shop" });
    await put(hub, "/api/projects/shop/progress", "# Shop\r\n\r\n- [ ] a\r\n");
    const page = await open(browsers, hub, size, "projects/shop?edit=1");
    await text(page).fill("# Shop\n\n- [ ] a\n- [ ] b\n");

    // Through a session that ended.
    await page.route("**/api/preview", (route) => route.fulfill({ json: { html: "" } })); // which would notice it first
    await page.context().clearCookies();
    await button(page, "Save").dispatchEvent("click"); // another request may have noticed, so that the sign-in lies over it by now
    await expect(heading(page, "Sign in")).toBeVisible();
    await page.getByLabel("Password", { exact: true }).fill(password);
    await button(page, "Sign in").click();
    await expect(page.getByText("Saved: Shop")).toBeVisible();
    await expect.poll(() => read(hub, "/api/projects/shop/progress")).toBe("# Shop\r\n\r\n- [ ] a\r\n- [ ] b\r\n"); // its own line ends

    // Through a refusal, and a hub that is away.
    await link(page, "Edit").click();
    await text(page).fill("x".repeat(256 * 1024 + 1));
    await button(page, "Save").click();
    await expect(page.getByText("The text must have at most 262144 bytes, not 262145.")).toBeVisible();
    await text(page).fill("# Shop\n\nnot lost\n");
    await page.route("**/api/projects/shop/progress", (route) => (route.request().method() === "PUT" ? route.fulfill({ status: 503, contentType: "application/problem+json", body: JSON.stringify({ detail: "the hub is busy" }) }) : route.continue()));
    await button(page, "Save").click();
    await expect(page.getByText("Not saved. The hub is busy. Your text is kept here.")).toBeVisible();
    await page.unroute("**/api/projects/shop/progress");

    // Around the dashboard, and it is there again when the page is.
    await page.keyboard.press("Escape");
    await page.getByRole("navigation").getByRole("link", { name: /Threads/ }).filter({ visible: true }).click();
    await expect(heading(page, "Threads")).toBeVisible();
    await expect(page.getByText("What you wrote in “Shop” is not saved", { exact: false })).toBeVisible();
    await page.reload();
    await expect(page.getByText("1 text is not saved yet.")).toBeVisible();
    await button(page, "Show").click();
    await button(page, "Go on").click();
    await expect(text(page)).toHaveValue("# Shop\n\nnot lost\n");

    // Discarded only on purpose, and even then.
    await button(page, "Discard").click();
    await expect(page.getByRole("checkbox", { name: "b" })).toBeVisible();
    await button(page, "Undo").last().click();
    await expect(text(page)).toHaveValue("# Shop\n\nnot lost\n");
    await button(page, "Save").click();
    await expect(page.getByText("not lost")).toBeVisible();
    await expect.poll(() => read(hub, "/api/projects/shop/progress")).toBe("# Shop\r\n\r\nnot lost\r\n");
  });
}

test("an answer that comes late leads nobody away", async ({ browsers, hub }) => {
  await agent(hub, "POST", "/api/projects", { title: "Shop" });
  const page = await open(browsers, hub, "desktop", "projects/shop?edit=1");
  let arrives;
  const arrived = new Promise((go) => { arrives = go; });
  await page.route("**/api/projects/shop/progress", async (route) => {
    if (route.request().method() === "PUT") await arrived;
    await route.continue();
  });
  await text(page).fill("# Shop\n\nlate\n");
  await button(page, "Save").click();
  await page.getByRole("navigation").getByRole("link", { name: /Threads/ }).filter({ visible: true }).click();
  await expect(heading(page, "Threads")).toBeVisible();
  const readAgain = page.waitForResponse((answer) => answer.url().includes("/progress") && answer.request().method() === "GET");
  arrives();
  await expect(page.getByText("Saved: Shop")).toBeVisible();
  await (await readAgain).finished();
  await entered(page);
  await expect(heading(page, "Threads")).toBeVisible();
});

test("many pages and projects", async ({ browsers, hub }) => {
  const folders = ["home", "shop", "visa"];
  for (let i = 0; i < 210; i++) await put(hub, `/api/wiki/${folders[i % 3]}/page-${i}`, `# Page ${i}\n`);
  await put(hub, "/api/wiki/arabic", "# صور\n\n- [ ] نسخ ألبوم العائلة\n");
  for (let i = 0; i < 30; i++) await agent(hub, "POST", "/api/projects", { title: i === 7 ? "Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichenfabrik" : `Project ${i}` });
  const page = await open(browsers, hub, "desktop", "wiki");
  await page.getByLabel("Filter pages").fill("page 20");
  await expect(page.getByRole("list", { name: "Pages that fit" }).getByRole("listitem")).toHaveCount(11); // 20, 200 to 209
  await look(page, "wiki-filter");
  await page.goto(`${hub.url}/ui/wiki/home/page-207`); // far behind the first page of the list
  await expect(title(page, "Page 207")).toBeVisible();
  await page.goto(`${hub.url}/ui/wiki/arabic`);
  await expect(page.getByRole("checkbox", { name: "نسخ ألبوم العائلة" })).toBeVisible();
  await page.goto(`${hub.url}/ui/projects`);
  await page.getByLabel("Filter these projects").fill("donau");
  await expect(page.locator(".split-list").getByRole("list", { name: "Projects" }).getByRole("listitem")).toHaveCount(1);
  await look(page, "projects-filter");
});

test.describe("a page that is not written", () => {
  test.use({ mayMiss: /\/api\/wiki(-revisions)?\/shop\?/ }); // it is asked for before the list is there that does not have it
  test("may be a folder", async ({ browsers, hub }) => {
    await put(hub, "/api/wiki/shop/prices", "# Prices\n");
    const page = await open(browsers, hub, "desktop", "wiki/shop");
    await expect(page.getByText("This is a folder.", { exact: false })).toBeVisible();
    await look(page, "wiki-folder");
  });
});

test.describe("an address at which nothing is any more", () => {
  test.use({ mayMiss: true });
  test("leads to where the page was moved, also with its folder", async ({ browsers, hub }) => {
    await put(hub, "/api/wiki/shop/prices", "# Prices\n\nTwo euros.\n");
    await put(hub, "/api/wiki/shop/staff", "# Staff\n");
    await agent(hub, "POST", "/api/wiki-move", { from: "shop", to: "old/shop" });
    await put(hub, "/api/wiki/old/shop/staff", "# Staff\n\nTwo people.\n");
    await put(hub, "/api/wiki/note", "# Note\n\nSee [the list](/ui/wiki/shop/staff) and [[shop/prices]].\n");
    const page = await open(browsers, hub, "desktop", "wiki/shop/prices");
    await expect(page.getByText("Two euros.")).toBeVisible();
    await expect(page).toHaveURL(/\/ui\/wiki\/old\/shop\/prices$/);
    await page.goto(`${hub.url}/ui/wiki/note`);
    await page.getByRole("link", { name: "the list" }).click(); // of a page that was edited since
    await expect(page.getByText("Two people.")).toBeVisible();
    await expect(page).toHaveURL(/\/ui\/wiki\/old\/shop\/staff$/);
    await page.goto(`${hub.url}/ui/wiki/note`);
    await page.getByRole("link", { name: "shop/prices" }).click(); // which says that it is not written
    await expect(page.getByText("Two euros.")).toBeVisible();
    await expect(page).toHaveURL(/\/ui\/wiki\/old\/shop\/prices$/);
    await page.goto(`${hub.url}/ui/wiki?new=1`);
    await page.getByLabel("Title").fill("shop/prices"); // another page, where that one once was
    await button(page, "Write it").click();
    await text(page).fill("# Prices\n\nThree euros.\n");
    await button(page, "Save").click();
    await expect(page.getByText("Three euros.").first()).toBeVisible();
    await expect(page).toHaveURL(/\/ui\/wiki\/shop\/prices$/);
  });
  test("says who deleted a project or reminder, and brings it back", async ({ browsers, hub }) => {
    await agent(hub, "POST", "/api/projects", { title: "Homelab" });
    const { id } = await agent(hub, "POST", "/api/reminders", { text: "Turn the compost", kind: "session" });
    await agent(hub, "DELETE", "/api/projects/homelab");
    await agent(hub, "DELETE", "/api/reminders/" + id);
    const page = await open(browsers, hub, "desktop", "projects/homelab");
    await expect(page.getByText(/^Deleted .* by codex\.$/)).toBeVisible();
    await lookAround(page, "project-deleted");
    await button(page, "Bring it back").click();
    await expect(title(page, "Homelab")).toBeVisible();
    await page.goto(`${hub.url}/ui/reminders/${id}`);
    await expect(page.getByRole("heading", { name: "Turn the compost" })).toBeVisible();
    await button(page, "Bring it back").click();
    await expect(button(page, "Bring it back")).toHaveCount(0);
    await expect(page.getByRole("heading", { name: "Turn the compost" })).toBeVisible();
    await page.goto(`${hub.url}/ui/projects/never`);
    await expect(page.getByText('Project "never" not found', { exact: false })).toBeVisible();
  });
});

test("Enter goes on with a list, and a picture is refused in words", async ({ browsers, hub }) => {
  await put(hub, "/api/wiki/list", "# List\n");
  const page = await open(browsers, hub, "desktop", "wiki/list?edit=1");
  await text(page).fill("- [x] milk");
  await text(page).press("End");
  await page.keyboard.press("Enter");
  await page.keyboard.type("bread");
  await expect(text(page)).toHaveValue("- [x] milk\n- [ ] bread");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await page.keyboard.type("Done.");
  await expect(text(page)).toHaveValue("- [x] milk\n- [ ] bread\nDone.");
  await page.keyboard.press("Control+Z");
  await expect(text(page)).not.toHaveValue(/Done\.$/); // the browser's own undo knows of all of it
  await text(page).evaluate((field) => {
    const data = new DataTransfer();
    data.items.add(new File(["x"], "a.png", { type: "image/png" }));
    field.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
  });
  await expect(page.getByText("Only text can go in here: pages keep no pictures or files.")).toBeVisible();
});

test("the text of a page does not wait for the list of all", async ({ browsers, hub }) => {
  await put(hub, "/api/wiki/shop/prices", "# Prices\n\nTwo euros.\n");
  const page = await browsers();
  await begin(page, hub);
  let go;
  const later = new Promise((resolve) => { go = resolve; });
  let asked = false;
  page.on("request", (request) => { asked ||= request.url().includes("/api/wiki/shop/prices"); });
  await page.route("**/api/wiki?**", async (route) => {
    await later;
    await route.continue();
  });
  await page.goto(`${hub.url}/ui/wiki/shop/prices`);
  await expect.poll(() => asked).toBe(true);
  go();
  await expect(page.getByText("Two euros.")).toBeVisible();
});

test.describe("a page that goes while it is written", () => {
  test.use({ mayMiss: true });
  test("stays with who writes it", async ({ browsers, hub }) => {
    await put(hub, "/api/wiki/note", "# Note\n");
    const page = await open(browsers, hub, "desktop", "wiki/note?edit=1");
    await text(page).fill("# Note\n\nmore\n");
    await agent(hub, "DELETE", "/api/wiki/note");
    await expect(page.getByText("This page was deleted while you wrote.", { exact: false })).toBeVisible();
    await expect(text(page)).toHaveValue("# Note\n\nmore\n");
    await button(page, "Write it anew").click();
    await button(page, "Save").click();
    await expect(page.getByText("Saved: Note")).toBeVisible();
    await expect.poll(() => read(hub, "/api/wiki/note")).toBe("# Note\n\nmore\n");
  });
  test("is written on where it was moved to", async ({ browsers, hub }) => {
    await put(hub, "/api/wiki/note", "# Note\n");
    const page = await open(browsers, hub, "desktop", "wiki/note?edit=1");
    await text(page).fill("# Note\n\nmore\n");
    await agent(hub, "POST", "/api/wiki-move", { from: "note", to: "old/note" });
    await expect(page).toHaveURL(/\/ui\/wiki\/old\/note\?edit=1$/);
    await expect(text(page)).toHaveValue("# Note\n\nmore\n");
    // Also when the page learns of it by its save.
    await page.route("**/api/wiki?**", () => {});
    await page.route("**/api/wiki/old/**", (route) => (route.request().method() === "GET" ? undefined : route.continue()));
    await agent(hub, "POST", "/api/wiki-move", { from: "old", to: "new" });
    await button(page, "Save").click();
    await expect(page).toHaveURL(/\/ui\/wiki\/new\/note\?edit=1$/);
    await page.unrouteAll();
    await button(page, "Save").click();
    await expect(page.getByText("Saved: Note")).toBeVisible();
    await expect.poll(() => read(hub, "/api/wiki/new/note")).toBe("# Note\n\nmore\n");
  });
});
