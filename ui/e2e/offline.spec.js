// Without the hub: what is known stays, one line says so, and nobody is sent to sign in.
import { test } from "./between.js";
import { begin, expect, heading, pressAll } from "./fixture.js";
import { addThread } from "./hub.js";
import { look } from "./look.js";

test.use({ mayStop: true });

test("one request that got lost is made up for without a hand", async ({ page, hub }) => {
  await addThread(hub.url, { summary: "Water the plants" });
  await begin(page, hub);
  await expect(page.locator(".live")).toHaveText("Live");
  await page.route(/\/api\/wiki/, (route) => route.abort());
  await pressAll(page, ["g", "w"]);
  await expect(page.getByText(/^Offline/).first()).toBeVisible();
  await page.unroute(/\/api\/wiki/);
  await expect(page.getByRole("heading", { name: "No pages yet" })).toBeVisible();
  await expect(page.locator(".live")).toHaveText("Live");
  await expect(page.getByText(/^Offline/)).toHaveCount(0);
});

test("what is in memory stays while the hub is away", async ({ page, hub }) => {
  await addThread(hub.url, { summary: "Water the plants" });
  await begin(page, hub);
  await page.getByRole("link", { name: "Now", exact: true }).click();
  await expect(page.getByText("Because:")).toBeVisible();
  await hub.stop();
  await page.getByRole("link", { name: /^Threads/ }).click();
  await expect(heading(page, "Threads")).toBeFocused();
  await expect(page.getByRole("link", { name: "Water the plants" })).toBeVisible();
  await page.getByRole("link", { name: /^Done/ }).click();
  await expect(page.getByText("You're offline. This is as it was at")).toBeVisible();
  await expect(page.getByRole("heading", { name: "The hub did not answer" })).toBeVisible();
  await expect(heading(page, "Sign in")).toHaveCount(0);
  await look(page, "offline");
});

test("a hub that has started again asks to sign in, without a hand", async ({ page, between }) => {
  const way = await between();
  await begin(page, way);
  await expect(page.locator(".live")).toHaveText("Live");
  await way.cut();
  await page.getByRole("link", { name: /^Done/ }).click();
  await expect(page.getByRole("heading", { name: "The hub did not answer" })).toBeVisible();
  await page.context().clearCookies(); // its sessions have ended with it
  await way.mend();
  await expect(page.getByText("Your session has ended.")).toBeVisible({ timeout: 40_000 });
});
