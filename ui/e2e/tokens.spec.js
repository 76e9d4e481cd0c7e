// Tokens with a name, and the programs that ask for one.
import { everything, violations } from "./axe.js";
import { begin, button, expect, expectNoSecret, field, heading, password, signIn, test, token } from "./fixture.js";
import { request } from "./hub.js";
import { look } from "./look.js";

const bearer = (text) => ({ Authorization: "Bearer " + text });
const ask = (hub, to, more) => request(hub.url, to, more).then(({ status, text }) => ({ status, body: text ? JSON.parse(text) : null }));

/** A program asks for a token. */
const pair = (hub, name) => ask(hub, "/api/pairings", { method: "POST", body: { name } }).then(({ body }) => body);
const state = (hub, { id, secret }) => ask(hub, "/api/pairings/" + id, { headers: { Authorization: "Pairing " + secret } }).then(({ body }) => body.state);

test.describe("tokens in the settings", () => {
  test("one is made, shown once, used and revoked", async ({ page, hub }) => {
    await begin(page, hub);
    await page.goto(hub.url + "/ui/settings/agents");
    await button(page, "Make a token").click();
    await expect(page.getByText("Write what it is for")).toBeVisible();
    await field(page, "Name of a new token").fill("laptop");
    await page.getByLabel("It holds").selectOption("90 days");
    await button(page, "Make a token").click();

    const fresh = page.getByRole("group", { name: "The new token" });
    await expect(fresh).toContainText("is shown this once");
    const text = await fresh.getByRole("group", { name: "Token", exact: true }).innerText();
    expect(text).toMatch(/^hubt_[a-z0-9]{12}_[\w-]{43}$/);
    expect((await ask(hub, "/api/threads", { headers: bearer(text) })).status).toBe(200);
    expect((await ask(hub, "/api/tokens", { headers: bearer(text) })).status).toBe(403);
    expect(await violations(page, everything)).toEqual([]);
    await look(page, "settings-agents-token");
    await button(page, "Done").click();
    await expectNoSecret(page, text);

    const listed = page.getByRole("list", { name: "Tokens" }).getByRole("listitem");
    await expect(listed).toHaveCount(1);
    await expect(listed).toContainText("laptop");
    await expect(listed).toContainText("Read and write");
    await page.reload();
    await expect(listed).toContainText("Last used");
    await expectNoSecret(page, text);

    await field(page, "Name of a new token").fill("Laptop");
    await button(page, "Make a token").click();
    await expect(page.getByText("There is a token of this name already")).toBeVisible();

    await button(page, "Revoke laptop").click();
    await expect(page.getByRole("dialog", { name: "Revoke this token?" })).toBeVisible();
    expect((await ask(hub, "/api/threads", { headers: bearer(text) })).status).toBe(200);
    await page.getByRole("dialog").getByRole("button", { name: "Revoke", exact: true }).click();
    await expect(listed).toHaveCount(0);
    expect((await ask(hub, "/api/threads", { headers: bearer(text) })).status).toBe(401);
  });

  test("all are revoked at once", async ({ page, hub }) => {
    for (const name of ["one", "two"]) await ask(hub, "/api/tokens", { method: "POST", body: { name }, headers: bearer(token) });
    await begin(page, hub);
    await page.goto(hub.url + "/ui/settings/agents");
    await button(page, "Revoke all").click();
    await page.getByRole("dialog").getByRole("button", { name: "Revoke all" }).click();
    await expect(page.getByText("2 tokens are revoked.")).toBeVisible();
    expect((await ask(hub, "/api/tokens", { headers: bearer(token) })).body).toEqual([]);
  });

  test("development mode has none", async ({ page, hubs }) => {
    const hub = await hubs({});
    await page.goto(hub.url + "/ui/settings/agents");
    await expect(page.getByText("it has no tokens")).toBeVisible();
    await expect(button(page, "Make a token")).toHaveCount(0);
  });
});

test.describe("a program that asks for a token", () => {
  test("is allowed after the code is compared, also by an owner who has to sign in first", async ({ page, hub }) => {
    await begin(page, hub);
    await page.context().clearCookies();
    const asked = await pair(hub, "laptop");
    await page.goto(hub.url + "/ui/pair/" + asked.id);
    await signIn(page, { Password: password });
    await expect(heading(page, "Pairing")).toBeVisible();
    await expect(page.getByText(asked.code, { exact: true })).toBeVisible();
    await expect(page.getByText("127.0.0.1")).toBeVisible();
    await expectNoSecret(page, asked.secret);
    expect(await violations(page, everything)).toEqual([]);
    await look(page, "pair");
    expect(await state(hub, asked)).toBe("waiting");

    await field(page, "Name of the token").fill("my laptop");
    await page.getByLabel("It may").selectOption("Read only");
    await button(page, "Allow").click();
    await expect(page.getByText("The program takes its token now")).toBeVisible();
    expect(await state(hub, asked)).toBe("allowed");
    const { body } = await ask(hub, `/api/pairings/${asked.id}/token`, { method: "POST", headers: { Authorization: "Pairing " + asked.secret } });
    expect(body).toMatchObject({ name: "my laptop", scope: "read" });
    expect((await ask(hub, "/api/threads", { headers: bearer(body.token) })).status).toBe(200);
    await expectNoSecret(page, body.token);

    await page.getByRole("link", { name: "See all tokens" }).click();
    await expect(page.getByRole("list", { name: "Tokens" })).toContainText("my laptop");

    // The same machine once more: the old token makes room.
    const again = await pair(hub, "my laptop");
    await page.goto(hub.url + "/ui/pair/" + again.id);
    await expect(page.getByText("It ends when the program takes this one.")).toBeVisible();
    await field(page, "Name of the token").fill("other");
    await expect(page.getByText("It ends when the program takes this one.")).toHaveCount(0);
  });

  test("takes the name of another machine only when the owner is told of it", async ({ page, hub }) => {
    const desk = (await ask(hub, "/api/tokens", { method: "POST", body: { name: "desk" }, headers: bearer(token) })).body.token;
    await begin(page, hub);
    const asked = await pair(hub, "laptop");
    await page.goto(hub.url + "/ui/pair/" + asked.id);
    await field(page, "Name of the token").fill("Desk ");
    await expect(page.getByText("There is a token desk already. It ends when the program takes this one.")).toBeVisible();

    // One that is made meanwhile is not ended unseen.
    await field(page, "Name of the token").fill("new");
    await ask(hub, "/api/tokens", { method: "POST", body: { name: "new" }, headers: bearer(token) });
    await button(page, "Allow").click();
    await expect(page.getByText("There is a token of this name already")).toBeVisible();
    expect(await state(hub, asked)).toBe("waiting");
    await expect(page.getByText("There is a token new already.")).toBeVisible();

    await field(page, "Name of the token").fill("desk");
    await button(page, "Allow").click();
    await expect(page.getByText("The program takes its token now")).toBeVisible();
    expect((await ask(hub, "/api/threads", { headers: bearer(desk) })).status).toBe(200);
    await ask(hub, `/api/pairings/${asked.id}/token`, { method: "POST", headers: { Authorization: "Pairing " + asked.secret } });
    expect((await ask(hub, "/api/threads", { headers: bearer(desk) })).status).toBe(401);
  });

  test("is denied", async ({ page, hub }) => {
    await begin(page, hub);
    const asked = await pair(hub, "strange");
    await page.goto(hub.url + "/ui/pair/" + asked.id);
    await button(page, "Deny").click();
    await expect(page.getByText("The program got nothing.")).toBeVisible();
    expect(await state(hub, asked)).toBe("denied");
    expect((await ask(hub, `/api/pairings/${asked.id}/token`, { method: "POST", headers: { Authorization: "Pairing " + asked.secret } })).status).toBe(409);
  });

  test.describe("and is not there", () => {
    test.use({ mayMiss: true });
    test("says so", async ({ page, hub }) => {
      await begin(page, hub);
      await page.goto(hub.url + "/ui/pair/000000000000");
      await expect(page.getByText(/not found/i).first()).toBeVisible();
    });
  });
});

test("reminders are read as a calendar, by an address that can be revoked", async ({ page, hub }) => {
  await ask(hub, "/api/reminders", { method: "POST", body: { text: "Water the plants", kind: "daily", due_at: "2026-05-04T09:00" }, headers: bearer(token) });
  await begin(page, hub);
  await page.goto(hub.url + "/ui/settings/reminders");
  await button(page, "Make an address").click();
  const fresh = page.getByRole("group", { name: "The new address" });
  const url = await fresh.getByRole("group", { name: "Address", exact: true }).innerText();
  await look(page, "settings-reminders");
  const read = (address) => request(hub.url, new URL(address).pathname);
  const { status, text } = await read(url);
  expect(status).toBe(200);
  expect(text).toContain("SUMMARY:Water the plants\r\n");
  await button(page, "Done").click();
  await expectNoSecret(page, url, new URL(url).pathname);
  await page.reload();
  await expect(page.getByText("Last used")).toBeVisible();

  await button(page, "New address").click();
  await page.getByRole("dialog", { name: "Make a new address?" }).getByRole("button", { name: "New address" }).click();
  const next = await fresh.getByRole("group", { name: "Address", exact: true }).innerText();
  expect((await read(url)).status).toBe(404);
  expect((await read(next)).status).toBe(200);
  await button(page, "Revoke").click();
  await page.getByRole("dialog", { name: "Revoke the address?" }).getByRole("button", { name: "Revoke" }).click();
  await expect(button(page, "Make an address")).toBeVisible();
  expect((await read(next)).status).toBe(404);
});
