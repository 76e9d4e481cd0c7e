// What a thread waits for: chosen by search, shown at both ends, and told when it is over.
import { button, closeMessages, expect, said, test, undo } from "./fixture.js";
import { addThread } from "./hub.js";
import { look } from "./look.js";
import { asAgent, read, sizes, visit } from "./thread.js";

for (const [size, viewport] of Object.entries(sizes)) {
  test(`a thread starts after another on a ${size}`, async ({ page, hub }) => {
    await page.setViewportSize(viewport);
    const first = await addThread(hub.url, { summary: "Copy the photos to the new disk", project_slug: "homelab" });
    const then = await addThread(hub.url, { summary: "Remove the old disk", project_slug: "homelab" });
    await addThread(hub.url, { summary: "Order a label printer", project_slug: "homelab" });

    await visit(page, hub, `threads/${then.id}`);
    await button(page, "Start after…").click();
    await page.getByRole("dialog").getByLabel("After").fill("photos");
    await page.getByRole("dialog").getByRole("button", { name: /Copy the photos/ }).click();
    await said(page, "It starts after “Copy the photos to the new disk”");
    const side = page.locator(".neighbours");
    await expect(side.getByRole("link", { name: "Copy the photos to the new disk" })).toBeVisible();
    expect((await read(hub, then)).depends_on).toEqual([first.id]);
    await look(page, `after-${size}`);

    // A circle is refused where it was asked for.
    await page.goto(`${hub.url}/ui/threads/${first.id}`);
    await expect(side.getByRole("link", { name: "Remove the old disk" })).toBeVisible();
    await button(page, "Start after…").click();
    await page.getByRole("dialog").getByRole("button", { name: /Remove the old disk/ }).click();
    await expect(page.getByRole("dialog").getByRole("alert").filter({ hasText: "waits for this thread already" })).toBeVisible();
    await page.keyboard.press("Escape");

    await page.goto(hub.url + "/ui/threads?view=ready");
    const list = page.getByRole("main");
    await expect(list.getByRole("link", { name: /Copy the photos/ })).toBeVisible();
    await expect(list.getByRole("link", { name: /Remove the old disk/ })).toHaveCount(0);

    await page.goto(`${hub.url}/ui/threads/${first.id}`);
    await button(page, "Done").click();
    await said(page, "1 thread can start now");
    await button(page, "Show").click();
    await expect(page.getByRole("heading", { name: "Remove the old disk" })).toBeVisible();
    await closeMessages(page);
    await button(page, "Remove “Copy the photos to the new disk”").click();
    await expect.poll(async () => (await read(hub, then)).depends_on).toEqual([]);
    await undo(page, "It no longer waits for “Copy the photos to the new disk”");
    await expect.poll(async () => (await read(hub, then)).depends_on).toEqual([first.id]);
  });
}

test("one that is blocked is offered to go on once what stood before it is finished", async ({ page, hub }) => {
  const first = await addThread(hub.url, { summary: "Order the keys" });
  const then = await addThread(hub.url, { summary: "Fit the lock", depends_on: [first.id] });
  await asAgent(hub, "POST", `/api/threads/${then.id}/block`, { blocked_reason: "no keys" });
  await visit(page, hub, `threads/${then.id}`);
  const offer = page.getByText("What stood before it is finished.");
  await expect(page.locator(".neighbours").getByRole("link", { name: "Order the keys" })).toBeVisible();
  await expect(offer).toHaveCount(0);
  await asAgent(hub, "POST", `/api/threads/${first.id}/done`, {});
  await expect(offer).toBeVisible();
  await look(page, "after-blocked");
  await page.locator(".notice").filter({ has: offer }).getByRole("button", { name: "No longer blocked" }).click();
  await expect.poll(async () => (await read(hub, then)).status).toBe("open");
  await expect(offer).toHaveCount(0);
});
