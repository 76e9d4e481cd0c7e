// Programs that are connected by the hub's address: the owner decides in the dashboard.
import { createHash, randomBytes } from "node:crypto";
import { everything, violations } from "./axe.js";
import { begin, button, expect, expectNoSecret, field, heading, password, signIn, test as base, token } from "./fixture.js";
import { request, withIssuer } from "./hub.js";
import { look } from "./look.js";
import { receiver } from "./receiver.js";

const test = base.extend({
  /** A hub that connects programs, which it does at one address only. */
  hub: async ({ hubs }, use) => use(await hubs(await withIssuer())),
  /** A program that asks, and waits for the browser to come back. */
  program: async ({}, use) => {
    const started = await receiver();
    await use(started);
    started.close();
  },
  page: async ({ program, page }, use) => use(page), // the program stops after the browser, which may still ask it for an icon
});

/** A program makes itself known, and says at which address it asks for consent. */
async function register(hub, { name, redirect, scope = "" }) {
  const { status, text } = await request(hub.url, "/register", { method: "POST", body: { client_name: name, redirect_uris: [redirect] } });
  expect(status, text).toBe(201);
  const { client_id: id } = JSON.parse(text);
  const verifier = randomBytes(32).toString("base64url");
  const query = new URLSearchParams({
    response_type: "code", client_id: id, redirect_uri: redirect, scope, state: "xyz",
    code_challenge: createHash("sha256").update(verifier).digest("base64url"), code_challenge_method: "S256",
  });
  return { id, verifier, redirect, asks: `${hub.url}/authorize?${query}` };
}

/** What the browser brought back. It has asked for the page there before it shows it: a test that
 * goes on in between would be led astray. */
async function answerTo(page, { got }) {
  await page.waitForURL(({ pathname }) => pathname === "/back");
  const came = () => got.filter(({ path }) => path.startsWith("/back?"));
  await expect.poll(() => came().length).toBe(1);
  return Object.fromEntries(new URL(came()[0].path, "http://x").searchParams);
}

/** Exchanges a code for tokens. */
async function exchange(hub, { id, verifier, redirect }, code) {
  const form = new URLSearchParams({ grant_type: "authorization_code", client_id: id, code, code_verifier: verifier, redirect_uri: redirect });
  return (await fetch(hub.url + "/token", { method: "POST", body: form })).json();
}

const asks = (page) => page.getByRole("article", { name: "A program asks to be connected" });

test.describe("a program that asks to be connected", () => {
  test("is allowed, listed and revoked", async ({ page, hub, program }) => {
    await begin(page, hub);
    const client = await register(hub, { name: "Claude", redirect: program.url + "/back" });
    // As from another site: no cookie comes with the way to the page.
    await page.goto(program.url.replace("127.0.0.1", "localhost"));
    await page.evaluate((to) => { location.href = to; }, client.asks);
    await expect(heading(page, "Connector")).toBeVisible();
    expect(new URL(page.url()).pathname).toMatch(/^\/ui\/connect\/[a-z0-9]{12}$/);
    await expect(asks(page).locator(".connect-host")).toHaveText(new URL(program.url).host);
    await expect(asks(page)).toContainText("any program there could be behind it");
    await expect(asks(page)).toContainText("It has registered itself, as anybody can.");
    await expect(asks(page)).toContainText("It also changes them.");
    await page.getByLabel("It may").selectOption("Read only");
    await expect(asks(page)).not.toContainText("It also changes them.");
    await page.getByLabel("It may").selectOption("Read and write");
    await look(page, "connect");

    await field(page, "Name of the connector").fill(" ");
    await button(page, "Allow").click();
    await expect(page.getByText("Give it a name.")).toBeVisible();
    await request(hub.url, "/api/tokens", { method: "POST", body: { name: "taken" }, headers: { Authorization: "Bearer " + token } });
    await field(page, "Name of the connector").fill("Taken");
    await button(page, "Allow").click();
    await expect(page.getByText("of this name already")).toBeVisible();
    await field(page, "Name of the connector").fill("my Claude");
    await page.keyboard.press("Enter");

    const { code, state, iss } = await answerTo(page, program);
    expect({ state, iss }).toEqual({ state: "xyz", iss: hub.url });
    const tokens = await exchange(hub, client, code);
    expect(tokens.scope).toBe("read write");

    await page.goto(hub.url + "/ui/settings/agents");
    await expect(page.getByRole("group", { name: "Address of the connector" })).toHaveText(hub.url + "/mcp");
    const listed = page.getByRole("list", { name: "Tokens" }).getByRole("listitem").filter({ hasText: "my Claude" });
    await expect(listed).toContainText("Connector");
    await expect(listed.getByText("Claude", { exact: true })).toBeVisible();
    await expect(listed).toContainText("Never used");
    await expect(listed).toContainText("unless it is used");
    await expect(page.getByText("Connectors stay when the access token is changed.")).toBeVisible();
    await expectNoSecret(page, code, tokens.access_token, tokens.refresh_token);
    await look(page, "settings-agents-connector");

    const mcp = () => fetch(hub.url + "/mcp", {
      method: "POST", body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" }),
      headers: { Authorization: "Bearer " + tokens.access_token, "Content-Type": "application/json", Accept: "application/json, text/event-stream" },
    }).then(({ status }) => status);
    expect(await mcp()).not.toBe(401);
    await button(page, "Revoke my Claude").click();
    const sure = page.getByRole("dialog", { name: "Revoke this connector?" });
    await sure.getByRole("button", { name: "Revoke", exact: true }).click();
    await expect(listed).toHaveCount(0);
    expect(await mcp()).toBe(401);
  });

  test("is allowed to read only by an owner who has to sign in first", async ({ page, hub, program }) => {
    await begin(page, hub);
    await page.context().clearCookies();
    const client = await register(hub, { name: "", redirect: program.url + "/back", scope: "read" });
    await page.goto(client.asks);
    await signIn(page, { Password: password });
    await expect(asks(page)).toContainText("It gives no name.");
    await expect(asks(page)).toContainText("It only reads");
    await expect(page.getByLabel("It may")).toHaveCount(0);
    await button(page, "Allow").click();
    const { code } = await answerTo(page, program);
    expect((await exchange(hub, client, code)).scope).toBe("read");
  });

  test("is not allowed by a click that was meant for another page", async ({ page, hub, program }) => {
    await begin(page, hub);
    const client = await register(hub, { name: "Claude", redirect: program.url + "/back" });
    await page.clock.install();
    await page.goto(client.asks);
    const allow = button(asks(page), "Allow");
    await expect(allow).toBeVisible();
    await page.clock.pauseAt(new Date(Date.now() + 60_000)); // from here on time passes as the test says
    await expect(allow).toBeEnabled();
    await page.evaluate(() => dispatchEvent(new Event("focus"))); // it comes forward from behind another window
    await expect(allow).toBeDisabled();
    await field(asks(page), "Name of the connector").press("Enter");
    await page.clock.runFor(900);
    await expect(allow).toBeDisabled();
    await page.clock.runFor(200);
    await expect(allow).toBeEnabled();
    expect(program.got).toEqual([]);
  });

  test("is denied", async ({ page, hub, program }) => {
    await begin(page, hub);
    await page.goto((await register(hub, { name: "Strange", redirect: program.url + "/back" })).asks);
    await button(page, "Deny").click();
    expect(await answerTo(page, program)).toMatchObject({ error: "access_denied", state: "xyz", iss: hub.url });
  });

  test("is text, whatever it calls itself", async ({ page, hub, program }) => {
    await begin(page, hub);
    const name = '<img src=x onerror="window.ran=1">\u202Eedualc\u2066';
    await page.goto((await register(hub, { name, redirect: program.url + "/back" })).asks);
    await expect(asks(page).locator("q")).toContainText('<img src=x onerror="window.ran=1">');
    expect(await asks(page).locator("q").textContent()).not.toMatch(/[\u202A-\u202E\u2066-\u2069]/);
    expect(await page.evaluate(() => [window.ran, document.querySelectorAll("#main img").length])).toEqual([undefined, 0]);
    await look(page, "connect-hostile");
  });

  test.describe("and waits no more", () => {
    test.use({ mayMiss: true });
    test("says so", async ({ page, hub, program }) => {
      await begin(page, hub);
      await page.goto(hub.url + "/ui/connect/000000000000");
      const over = page.getByRole("heading", { name: "This request is over" });
      await expect(over).toBeFocused();
      expect(await violations(page, everything)).toEqual([]);
      await look(page, "connect-over");

      await page.goto((await register(hub, { name: "Claude", redirect: program.url + "/back" })).asks);
      await expect(asks(page)).toBeVisible();
      const id = new URL(page.url()).pathname.split("/").at(-1);
      await page.route(`**/api/oauth/requests/${id}/approve`, async (route) => { // it ends on the way
        await request(hub.url, `/api/oauth/requests/${id}/deny`, { method: "POST", headers: { Authorization: "Bearer " + token } });
        await route.continue();
      });
      await button(page, "Allow").click();
      await expect(over).toBeFocused();
      expect(program.got).toEqual([]);
    });
  });

  test("stays where it is when the program opens by a scheme of its own", async ({ page, hub }) => {
    await begin(page, hub);
    await page.goto((await register(hub, { name: "Cursor", redirect: "cursor://anysphere.cursor/back" })).asks);
    await expect(asks(page).locator(".connect-host")).toHaveText("cursor://anysphere.cursor/back");
    await expect(asks(page)).toContainText("any program there could be behind it");
    await page.route("cursor:**", (route) => route.abort());
    await button(page, "Allow").click();
    await expect(page.getByRole("heading", { name: "Allowed: Cursor" })).toBeFocused();
    await expect(page.getByText("You can close this page.")).toBeVisible();
    await look(page, "connect-allowed");
  });
});

test("all connectors are revoked at once, and other tokens stay", async ({ page, hub, program }) => {
  await begin(page, hub);
  await request(hub.url, "/api/tokens", { method: "POST", body: { name: "laptop" }, headers: { Authorization: "Bearer " + token } });
  for (const name of ["Claude", "ChatGPT"]) {
    const client = await register(hub, { name, redirect: program.url + "/back" });
    await page.goto(client.asks);
    await button(page, "Allow").click();
    await exchange(hub, client, (await answerTo(page, program)).code);
    program.got.length = 0;
  }
  await page.goto(hub.url + "/ui/settings/agents");
  await button(page, "Revoke all connectors").click();
  await page.route("**/api/tokens", () => {}); // the list is right before it is asked for again
  await page.getByRole("dialog", { name: "Revoke all 2 connectors?" }).getByRole("button", { name: "Revoke all" }).click();
  await expect(page.getByText("2 connectors are revoked.")).toBeVisible();
  await expect(page.getByRole("list", { name: "Tokens" }).getByRole("listitem")).toHaveText([/laptop/]);
});

test("the owner sees whether the address can be reached", async ({ page, hub }) => {
  await begin(page, hub);
  await page.goto(hub.url + "/ui/settings/agents");
  await button(page, "Check the address").click();
  await expect(page.getByText("The name 127.0.0.1 leads to private addresses alone, which nobody elsewhere reaches")).toBeVisible();
  await expect(page.getByText("This hub answers at the root of the name")).toBeVisible();
  await look(page, "connect-checked");
});

base("a hub without connectors says how they are turned on", async ({ page, hub }) => {
  await begin(page, hub);
  await page.goto(hub.url + "/ui/settings/agents");
  await expect(page.getByText("HUB_OAUTH_ISSUER, or the option oauth, turns it on.")).toBeVisible();
});
