// The page that a button of a mail leads to. It needs no session: its token is in the link.
import { createServer } from "node:http";
import { everything, violations } from "./axe.js";
import { button, expect, expectNoSecret, test, token } from "./fixture.js";
import { request } from "./hub.js";
import { look } from "./look.js";

const owner = { Authorization: "Bearer " + token };

/** Takes messages as an ntfy server does. */
const receiver = test.extend({
  ntfy: async ({}, use) => {
    const took = [];
    const server = createServer((asked, answer) => {
      let text = "";
      asked.on("data", (b) => { text += b; }).on("end", () => { took.push(JSON.parse(text)); answer.end("{}"); });
    });
    await new Promise((ready) => { server.listen(0, "127.0.0.1", ready); });
    await use({ url: `http://127.0.0.1:${server.address().port}`, took });
    server.close();
  },
});

receiver.use({ way: "https" }); // its address is known before it says a public one

receiver("a button of a notice works once, by a press, and without signing in", async ({ page, hubs, ntfy }) => {
  const hub = await hubs({ HUB_AUTH_TOKEN: token, HUB_PUBLIC_URL: "https://hub.example.org" });
  const ask = (method, path, body) => request(hub.url, path, { method, headers: owner, body });
  expect((await ask("PUT", "/api/notify", { ntfy: { url: ntfy.url, topic: "plants" } })).status).toBe(200);
  const made = await ask("POST", "/api/reminders", { text: "Water the plants", kind: "once", due_at: "2026-01-01T08:00:00Z" });
  expect(made.status).toBe(201);
  await expect.poll(() => ntfy.took.length).toBe(1);
  const secret = JSON.parse(ntfy.took[0].actions.find(({ label }) => label === "Done").body).token;
  const done = async () => JSON.parse((await ask("GET", "/api/reminders/" + JSON.parse(made.text).id)).text).done_at;

  await page.goto(`${hub.url}/ui/act#done.${secret}`);
  await expect(page.getByText("Press the button to confirm")).toBeVisible();
  expect(await done(), "a link that is only opened does nothing").toBeNull();
  expect(await violations(page, everything)).toEqual([]);
  await look(page, "act");
  await button(page, "Done").click();
  await expect(page.getByRole("status").filter({ hasText: "Done." })).toBeVisible();
  await expect(button(page, "Done")).toHaveCount(0);
  expect(await done()).not.toBeNull();
  await expectNoSecret(page, secret);

  await page.reload();
  await expect(page.getByText("This link is incomplete.")).toBeVisible();
  await page.goto(hub.url + "/ui/");
  await page.goto(`${hub.url}/ui/act#done.${secret}`);
  await button(page, "Done").click();
  await expect(page.getByRole("status").filter({ hasText: "works once" })).toBeVisible();
  await page.getByRole("link", { name: "Open Progress Hub" }).click();
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
});

receiver("another link in the same window does what it says itself", async ({ page, hubs, ntfy }) => {
  const hub = await hubs({ HUB_AUTH_TOKEN: token, HUB_PUBLIC_URL: "https://hub.example.org" });
  const ask = async (method, path, body) => JSON.parse((await request(hub.url, path, { method, headers: owner, body })).text);
  await ask("PUT", "/api/notify", { ntfy: { url: ntfy.url, topic: "plants" } });
  const ids = [], links = [];
  for (const text of ["Water the plants", "Feed the cat", "Pay the rent"]) {
    ids.push((await ask("POST", "/api/reminders", { text, kind: "once", due_at: "2026-01-01T08:00:00Z" })).id);
    await expect.poll(() => ntfy.took.length).toBe(ids.length);
    links.push(`${hub.url}/ui/act#done.${JSON.parse(ntfy.took.at(-1).actions.find(({ label }) => label === "Done").body).token}`);
  }
  const done = () => Promise.all(ids.map(async (id) => Boolean((await ask("GET", "/api/reminders/" + id)).done_at)));
  const happened = page.getByRole("status").filter({ hasText: "Done." });

  await page.goto(links[0]);
  await expect(button(page, "Done")).toBeVisible();
  await page.goto(links[1]);
  await button(page, "Done").click();
  await expect(happened).toBeVisible();
  expect(await done()).toEqual([false, true, false]);
  await page.goto(links[2]);
  await expect(happened).toHaveCount(0);
  await button(page, "Done").click();
  await expect(happened).toBeVisible();
  expect(await done()).toEqual([false, true, true]);
});
