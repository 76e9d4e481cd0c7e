// What stands beside a list as long as nothing is chosen from it, and Activity as a whole.
import { expect, test } from "./fixture.js";
import { look } from "./look.js";
import { addThread } from "./hub.js";
import { enlarge, textFactor } from "./enlarge.js";
import { asAgent, patch, sample, visit } from "./thread.js";

const desktop = { width: 1280 * textFactor, height: 800 * textFactor };
const write = (hub, path, markdown) => asAgent(hub, "PUT", `/api/wiki/${path}`, { markdown }, "cursor");

test.describe("with room beside the list", () => {
  test.use({ contextOptions: { viewport: desktop } });

  test("projects show how far they are, how much of late and what is open", async ({ page, hub }) => {
    await addThread(hub.url, sample);
    await asAgent(hub, "PUT", "/api/projects/homelab/progress", { markdown: "# Homelab\n\n- [x] One\n- [ ] Two" });
    await asAgent(hub, "POST", "/api/projects", { slug: "attic", title: "Attic", archived: true });
    await asAgent(hub, "POST", "/api/projects", { slug: "zoo", title: "Zoo", pinned: true });
    await visit(page, hub, "projects");
    const sheets = page.locator(".sheets").getByRole("link");
    await expect(sheets).toHaveCount(2);
    await expect(sheets.nth(0)).toContainText(/^Zoo.*pinned.*no progress file.*1 change in 14 days.*Nothing open$/s);
    await expect(sheets.nth(1)).toContainText(/50 % of the tasks done.*3 changes in 14 days.*1 open/s);
    await patch(hub, await addThread(hub.url, { summary: "Another", project_slug: "homelab" }), { focus: "half" }); // live
    await expect(sheets.nth(1)).toContainText(/5 changes.*2 open/s);
    await look(page, "projects-landing");
    await page.setViewportSize(desktop);
    await sheets.nth(1).click();
    await expect(page.getByRole("heading", { level: 2, name: "Homelab" })).toBeVisible();
  });

  test("the wiki shows what changed, what nothing leads to and what leads nowhere", async ({ page, hub }) => {
    await visit(page, hub, "wiki");
    await expect(page.getByText("No pages yet")).toBeVisible();
    await write(hub, "homelab", "# Homelab\n\n[[homelab/nas]] and [[homelab/router]]");
    await write(hub, "homelab/nas", "# The NAS");
    const changed = page.getByRole("list", { name: "Recently changed" });
    await expect(changed.getByRole("listitem").nth(0)).toContainText(/The NAS.*cursor.*homelab\/nas/s);
    await expect(page.getByRole("list", { name: "Pages nothing links to" }).getByRole("link")).toHaveText(/Homelab/);
    await expect(page.getByRole("list", { name: "Links that lead nowhere" })).toContainText(/homelab\/router\s*in Homelab/);
    await look(page, "wiki-landing");
    await page.setViewportSize(desktop);
    await page.getByRole("link", { name: /^Write it.*homelab\/router$/ }).click();
    await expect(page.locator(".editor textarea")).toHaveValue("# Router\n\n");
  });
});

test("activity folds what an agent did in one go, and one of it can be undone", async ({ page, hub }) => {
  const thread = await addThread(hub.url, { ...sample, source_tool: "cursor" });
  for (const focus of ["a", "b", "c", "d"]) await patch(hub, thread, { focus }, "codex");
  await visit(page, hub, "activity");
  const burst = page.locator(".burst").filter({ hasText: "codex" });
  await expect(burst).toContainText("codex made 4 changes to Move the photo library");
  const unfold = burst.getByRole("button", { name: "Show 4 changes: Move the photo library" });
  await unfold.click();
  const lines = burst.locator(".in-burst > li");
  await expect(lines).toHaveCount(4);
  await lines.nth(0).getByRole("button", { name: /^Details/ }).click();
  await expect(lines.nth(0)).toContainText(/c.*d/s);
  await lines.nth(0).getByRole("button", { name: /^Undo: codex changed the focus/ }).click();
  await expect(lines.nth(0)).toContainText("undone");
  await look(page, "activity-burst");
  if (await unfold.getAttribute("aria-expanded") === "false") await unfold.click(); // the page begins anew in another language, and back
  await burst.getByRole("button", { name: /^Undo all 3$/ }).click();
  await expect(page.getByText("Nothing was undone").or(page.getByText(/changes? undone/)).first()).toBeVisible();
});

test("twelve weeks are read by keys and as a table, and everybody who changed something has a tab", async ({ page, hub }) => {
  for (const tool of ["codex", "cursor"]) await addThread(hub.url, { ...sample, summary: `By ${tool}`, source_tool: tool });
  await visit(page, hub, "activity?who=codex");
  await expect(page.getByRole("navigation", { name: "Whose changes" }).or(page.getByRole("button", { name: /more$/ })).first()).toBeVisible();
  for (const name of ["You", "codex", "cursor"]) await expect(page.locator(".tabs a", { hasText: name })).toHaveCount(1);
  const day = page.getByRole("slider", { name: "Day" });
  await day.focus();
  await expect(day).toHaveAttribute("aria-valuetext", /you \d+, agents [1-9]/);
  await page.keyboard.press("ArrowUp");
  await expect(day).toHaveAttribute("aria-valuetext", /you 0, agents 0/);
  await page.keyboard.press("Home");
  await expect(day).toHaveAttribute("aria-valuetext", /^Monday/);
  await page.getByText("Show as a table").click();
  await expect(page.getByRole("row")).toHaveCount(13);
  await look(page, "activity-weeks");
});

test("a merge says in both histories where it went", async ({ page, hub }) => {
  const into = await addThread(hub.url, { summary: "Photos to the NAS" }), thread = await addThread(hub.url, sample);
  await asAgent(hub, "POST", `/api/threads/${thread.id}/merge`, { into: into.id });
  await visit(page, hub, `threads/${into.id}`);
  await expect(page.locator(".thread-history .moment").first()).toContainText("merged Move the photo library into this thread");
  await page.goto(hub.url + `/ui/threads/${thread.id}`);
  await expect(page.locator(".thread-history .moment").first()).toContainText("merged it into Photos to the NAS");
});

/** In the page: words of titles that stand on two lines, and titles with a button over them. */
function titlesInPieces() {
  return [...document.querySelectorAll(".top h1, .doc-title, .thread-title h2")].flatMap((title) => {
    const wrong = [], text = document.createTreeWalker(title, NodeFilter.SHOW_TEXT);
    while (text.nextNode()) {
      for (const { index, 0: word } of text.currentNode.data.matchAll(/\p{L}+/gu)) {
        const range = document.createRange();
        range.setStart(text.currentNode, index);
        range.setEnd(text.currentNode, index + word.length);
        if (range.getClientRects().length > 1) wrong.push(word);
      }
    }
    const box = title.getBoundingClientRect();
    const over = [...title.parentElement.querySelectorAll(".button")].filter((button) => {
      const { left, right, top, bottom } = button.getBoundingClientRect();
      return left < box.right && right > box.left && top < box.bottom && bottom > box.top;
    });
    return [...wrong, ...over.map((button) => `${button.textContent} over ${title.textContent}`)];
  });
}

for (const language of ["en", "de"]) {
  test(`titles stand whole on a phone, also at twice the text, in ${language}`, async ({ browsers, hub }) => {
    await addThread(hub.url, { ...sample, summary: "Die Datensicherung zurückspielen" });
    await write(hub, "datensicherung", "# Datensicherung");
    const page = await browsers({ viewport: { width: 390, height: 844 } });
    await visit(page, hub, "");
    await asAgent(hub, "PUT", "/api/preferences", { language });
    await expect(page.locator("html")).toHaveAttribute("lang", language);
    for (const factor of [1, 2]) for (const path of ["projects/homelab", "wiki/datensicherung", "settings", "settings/agents", "reminders", "approvals"]) {
      await page.goto(hub.url + "/ui/" + path);
      await enlarge(page, factor); // a page that is loaded anew has forgotten it
      await expect(page.locator(".top h1")).toBeVisible();
      await expect(page.locator("html")).toHaveCSS("font-size", `${16 * factor}px`);
      await expect.poll(() => page.evaluate(titlesInPieces), `${path}, text times ${factor}`).toEqual([]);
    }
  });
}
