// How signing in looks to those who see differently: every state, light and dark, narrow and wide.
import { begin, button, expect, expectNoSecret, field, heading, openSettings, password, send, signIn, signOut, test, token } from "./fixture.js";
import { addThread } from "./hub.js";
import { look } from "./look.js";

test("the first way in", async ({ page, hub }) => {
  await page.goto(hub.url + "/ui/");
  await expect(heading(page, "Sign in")).toBeVisible();
  await look(page, "token");
  await button(page, "Sign in").click();
  await expect(page.getByText("Enter your password.")).toBeVisible();
  await look(page, "token-empty");
  await signIn(page, { "Access token": token });
  await expect(heading(page, "Create a password")).toBeFocused();
  await look(page, "create");
  await send(page, { "New password": "short", "New password again": "short" }, "Create password");
  await expect(page.getByText("It needs at least 12 characters, and has 5.")).toBeVisible();
  await expect(field(page, "New password")).toBeFocused();
  await look(page, "create-short");
  await button(page, "Not now").click();
  await page.goto(hub.url + "/ui/threads");
  await expect(page.getByRole("heading", { name: "Nothing is open" })).toBeVisible();
  await look(page, "empty");
  await openSettings(page);
  await expect(page.getByRole("heading", { name: "Create a password" })).toBeVisible();
  await look(page, "settings-create");
});

test("with a password", async ({ page, hub }) => {
  await addThread(hub.url, { summary: "Move the photo library to the new NAS", project_slug: "homelab", source_tool: "codex", next_steps: ["compare the file counts"] });
  await addThread(hub.url, { summary: "確定申告の領収書を月ごとに整理する", project_slug: "steuer" });
  await addThread(hub.url, { summary: "Kündigung der Rechtsschutzversicherungspolice", project_slug: "home", focus: "the contract number" });
  await begin(page, hub);
  await look(page, "threads");

  await openSettings(page);
  await expect(field(page, "Current password")).toBeVisible();
  await look(page, "settings-change");
  await button(page, "Use recovery access token").click();
  await look(page, "settings-change-token");
  await send(page, { "Access token": token, "New password": token, "New password again": token }, "Change password");
  await expect(page.getByText("Must differ from the access token.")).toBeVisible();
  await look(page, "settings-wrong");
  await send(page, { "New password": password, "New password again": password }, "Change password");
  await expect(page.getByText("Password changed.")).toBeVisible();
  await expectNoSecret(page, token, password);
  await look(page, "settings-changed");

  await signOut(page);
  await look(page, "password");
  await page.route("**/api/auth/login", (route) => route.fulfill({ status: 503, contentType: "application/problem+json", body: JSON.stringify({ detail: "too many passwords are being checked: try again in a moment, or sign in with the token" }) }));
  await signIn(page, { Password: password });
  await expect(page.getByText("Too many passwords are being checked: try again in a moment, or sign in with the token.")).toBeVisible();
  await look(page, "busy");
  await page.unroute("**/api/auth/login");
  await signIn(page, { Password: "not the password" });
  await expect(page.getByText("This password is not valid.")).toBeVisible();
  await button(page, "Show password").click();
  await look(page, "wrong");
  for (let tries = 0; tries < 6; tries++) { // the one above may be more than a minute ago by now
    const [answer] = await Promise.all([page.waitForResponse("**/api/auth/login"), signIn(page, { Password: "not the password" })]);
    if (answer.status() === 429) break;
    await expect(page.locator("form")).not.toHaveAttribute("aria-busy");
  }
  await expect(page.getByText("Too many tries from this address.")).toBeVisible();
  await button(page, "Use recovery access token").click(); // the wait is the same
  await expect(page.getByText("Too many tries from this address.")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Try again in/ })).toBeDisabled();
  await button(page, "Use the password instead").click();
  await look(page, "throttled"); // it takes long enough for the wait to end
});

test("without an access token", async ({ page, hubs }) => {
  const hub = await hubs({});
  await page.goto(hub.url + "/ui/");
  await expect(page.getByText("Development mode")).toBeVisible();
  await look(page, "development");
  await openSettings(page);
  await expect(page.getByRole("heading", { name: "No access token is set" })).toBeVisible();
  await look(page, "development-settings");
  await expect(button(page, "Sign out")).toHaveCount(0);
});

test("without an access token, from elsewhere", async ({ browsers, hubs }) => {
  const hub = await hubs({});
  const page = await browsers({ extraHTTPHeaders: { "X-Forwarded-For": "203.0.113.9" } });
  await page.goto(hub.url + "/ui/");
  await expect(heading(page, "Only on the hub's machine")).toBeVisible();
  await look(page, "elsewhere");
});

test("a session that ended, over the page", async ({ page, hub }) => {
  await begin(page, hub);
  await openSettings(page);
  await page.getByLabel("New password", { exact: true }).fill("half a pass");
  await page.context().clearCookies();
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect(heading(page, "Sign in")).toBeFocused();
  await look(page, "ended");
  await signIn(page, { Password: password });
  await expect(page.getByLabel("New password", { exact: true })).toHaveValue("half a pass");
  await expect(page.getByLabel("New password", { exact: true })).toBeFocused();
});

test("a hub that does not answer", async ({ page, hub }) => {
  await page.route("**/api/auth/status", (route) => route.fulfill({ status: 503, body: "" }));
  await page.goto(hub.url + "/ui/");
  await expect(page.getByRole("heading", { name: "The hub did not answer" })).toBeVisible();
  await look(page, "apart");
  await page.unroute("**/api/auth/status");
  await button(page, "Try again").click();
  await expect(heading(page, "Sign in")).toBeVisible();
});
