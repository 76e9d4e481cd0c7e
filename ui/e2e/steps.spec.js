// The steps of a thread: ticked off one by one, on Now and on the thread's screen.
import { button, expect, said, test, undo } from "./fixture.js";
import { addThread } from "./hub.js";
import { look } from "./look.js";
import { asAgent, patch, read, sizes, visit } from "./thread.js";

const plan = { summary: "Move the photo library", project_slug: "homelab", source_tool: "codex", next_steps: ["Copy 2019", "Compare the counts", "Remove the old disk"] };
const box = (page, name) => page.getByRole("checkbox", { name, exact: true });
const planOf = (hub, thread) => expect.poll(async () => (await read(hub, thread)).next_steps);

for (const [size, viewport] of Object.entries(sizes)) {
  test.describe(size, () => {
    test.beforeEach(({ page }) => page.setViewportSize(viewport));

    test("on Now the next step comes up when one is ticked, and both come back", async ({ page, hub }) => {
      const thread = await addThread(hub.url, plan);
      await visit(page, hub, "");
      await button(page, "Take this one").click();
      await button(page, "Start").click();
      await expect(page.getByText("2 more steps")).toBeAttached();
      if (size === "desktop") await look(page, "now-steps");
      await page.setViewportSize(viewport);

      await box(page, "Copy 2019").click();
      await expect(box(page, "Compare the counts")).toBeFocused();
      await expect(box(page, "Compare the counts")).not.toBeChecked();
      await expect(page.getByText("1 more step")).toBeAttached();
      await page.keyboard.press("x");
      await expect(box(page, "Remove the old disk")).toBeVisible();
      await planOf(hub, thread).toEqual(["Remove the old disk"]);

      await undo(page, "Done: Copy 2019"); // the older one first
      await planOf(hub, thread).toEqual(["Copy 2019", "Remove the old disk"]);
      await undo(page, "Done: Compare the counts");
      await planOf(hub, thread).toEqual(plan.next_steps);
      await expect(box(page, "Copy 2019")).toBeVisible();
    });

    test("after the last one, the next is written down", async ({ page, hub }) => {
      const thread = await addThread(hub.url, { ...plan, next_steps: ["Copy 2019"] });
      await visit(page, hub, "");
      await button(page, "Take this one").click();
      await button(page, "Start").click();
      await box(page, "Copy 2019").click();
      const next = page.getByLabel("What is the next step?");
      await next.fill("Copy 2020");
      await next.press("Enter");
      await expect(box(page, "Copy 2020")).toBeVisible();
      await planOf(hub, thread).toEqual(["Copy 2020"]);
    });

    test("a step that is written and not saved goes along with Done, and is offered by Pause", async ({ page, hub }) => {
      const thread = await addThread(hub.url, { ...plan, next_steps: [] });
      await visit(page, hub, "");
      await button(page, "Take this one").click();
      await button(page, "Start").click();
      const next = page.getByLabel("What is the next step?"), note = page.getByLabel("When you come back, what is the first thing to do?");
      await next.fill("Copy 2020");
      await button(page, "Pause with a note").click();
      await expect(note).toHaveValue("Copy 2020");
      await button(page, "Keep working").click();
      await expect(next).toHaveValue("Copy 2020");
      await button(page, "Done").click();
      await expect(said(page, "Done: Move the photo library")).toBeVisible();
      await planOf(hub, thread).toEqual(["Copy 2020"]);
      await undo(page, "Done: Move the photo library");
      await expect(box(page, "Copy 2020")).toBeVisible();
      await expect(next).toHaveCount(0);

      await box(page, "Copy 2020").click();
      await button(page, "Start").or(next).first().waitFor();
      if (await button(page, "Start").isVisible()) await button(page, "Start").click();
      await next.fill("Copy 2021");
      await button(page, "Save").click();
      await expect(box(page, "Copy 2021")).toBeVisible();
      await planOf(hub, thread).toEqual(["Copy 2021"]);
    });

    test("the next one stays in its field when the hub refuses it, and when an agent plans another", async ({ page, hub }) => {
      const thread = await addThread(hub.url, { ...plan, next_steps: ["Copy 2019"] });
      await visit(page, hub, "");
      await button(page, "Take this one").click();
      await button(page, "Start").click();
      await box(page, "Copy 2019").click();
      await planOf(hub, thread).toEqual([]);
      const next = page.getByLabel("What is the next step?");
      await page.route("**/api/threads/" + thread.id, (route) => (route.request().method() === "PATCH"
        ? route.fulfill({ status: 422, json: { title: "Unprocessable Entity", status: 422, detail: "Use other words." } }) : route.fallback()));
      await next.fill("Copy 2020");
      await next.press("Enter");
      await expect(page.getByRole("alert").filter({ hasText: "Use other words." })).toBeVisible();
      await expect(next).toHaveValue("Copy 2020");
      await page.unroute("**/api/threads/" + thread.id);
      await patch(hub, thread, { next_steps: ["Ask for the key"], force: true });
      await expect(box(page, "Ask for the key")).toBeVisible();
      await expect(next).toHaveValue("Copy 2020");
      await next.press("Enter");
      await expect(next).toHaveCount(0);
      await planOf(hub, thread).toEqual(["Ask for the key", "Copy 2020"]);
    });

    test("on the thread's screen, and no step of an agent is lost", async ({ page, hub }) => {
      const thread = await addThread(hub.url, { ...plan, next_steps: ["Copy 2019", "Compare the counts"] });
      await asAgent(hub, "POST", `/api/threads/${thread.id}/pause`, { resume_step: "Look at the disk first" });
      await visit(page, hub, "threads/" + thread.id);
      if (size === "desktop") await look(page, "thread-steps");
      await page.setViewportSize(viewport);
      await expect(box(page, "Look at the disk first")).toBeVisible();
      await page.keyboard.press("x");
      await expect(said(page, "Done: Look at the disk first")).toBeVisible();
      await expect.poll(async () => (await read(hub, thread)).resume_step).toBeNull();

      // While the page has an answer under way, an agent plans one more.
      let planned = false;
      await page.route("**/api/threads/" + thread.id, async (route) => {
        if (route.request().method() === "PATCH" && !planned) {
          planned = true;
          await patch(hub, thread, { next_steps: ["Copy 2019", "Compare the counts", "Tell the others"] });
        }
        await route.continue();
      });
      await box(page, "Compare the counts").click();
      await planOf(hub, thread).toEqual(["Copy 2019", "Tell the others"]);
      await expect(box(page, "Tell the others")).toBeVisible();
    });
  });
}

test("the second click of two is not for the step that has come meanwhile", async ({ page, hub }) => {
  const thread = await addThread(hub.url, plan);
  const sent = [];
  page.on("request", (r) => { if (r.method() === "PATCH") sent.push(r.url()); });
  await visit(page, hub, "threads/" + thread.id);
  await box(page, "Copy 2019").dblclick();
  await expect(said(page, "Done: Copy 2019")).toBeVisible();
  await page.locator(".step-box", { hasText: "Compare the counts" }).dblclick();
  await expect(said(page, "Done: Compare the counts")).toBeVisible();
  await planOf(hub, thread).toEqual(["Remove the old disk"]);
  expect(sent).toHaveLength(2);
});

test("a thread that is done shows its steps without boxes", async ({ page, hub }) => {
  const thread = await addThread(hub.url, plan);
  await asAgent(hub, "POST", `/api/threads/${thread.id}/done`, {});
  await visit(page, hub, "threads/" + thread.id);
  await expect(page.getByText("Copy 2019")).toBeVisible();
  await expect(page.getByRole("checkbox")).toHaveCount(0);
});
