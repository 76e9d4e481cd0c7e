// What once got in the way.
import { expect, test } from "./fixture.js";
import { addThread } from "./hub.js";
import { asAgent, patch, sample, visit } from "./thread.js";

test("the first key after Add goes into the form, not to a shortcut", async ({ page, hub }) => {
  await visit(page, hub, "reminders");
  await page.getByRole("link", { name: /^Add/ }).first().click();
  const field = page.getByLabel("Remind me to");
  await expect(field).toBeFocused();
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))); // the heading must not take it afterwards
  await page.keyboard.type("undo the winter tyres");
  await expect(field).toHaveValue("undo the winter tyres");
});

test("what an agent is on or what waits is not up next", async ({ page, hub }) => {
  await addThread(hub.url, { ...sample, summary: "One that is free" });
  const held = await addThread(hub.url, { ...sample, summary: "One that is held" });
  const blocked = await addThread(hub.url, { ...sample, summary: "One that waits" });
  await asAgent(hub, "POST", `/api/threads/${held.id}/claim`, { holder: "codex" });
  await asAgent(hub, "POST", `/api/threads/${blocked.id}/block`, { blocked_reason: "the post" });
  const more = await addThread(hub.url, { ...sample, summary: "Another that is free" });
  await patch(hub, more, { energy: "low" });
  await visit(page, hub, "");
  const next = page.getByRole("list", { name: "Up next" });
  await expect(next.getByRole("listitem")).not.toHaveCount(0);
  await expect(next).not.toContainText("One that is held");
  await expect(next).not.toContainText("One that waits");
});
