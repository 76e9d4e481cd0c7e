// How the forms behave under the hand: keys, secrets that are shown, and a hub that is gone.
import { textFactor } from "./enlarge.js";
import { begin, button, expect, expectNoSecret, heading, openSettings, password, send, signIn, signOut, test, token } from "./fixture.js";

test("everything with the keyboard alone", async ({ page, hub }) => {
  const focused = () => page.evaluate(() => document.activeElement.getAttribute("aria-label") ?? document.activeElement.labels?.[0]?.textContent ?? document.activeElement.textContent);
  /** Goes to a control by its name, seeing the focus on the way. */
  const tabTo = async (name) => {
    for (let steps = 0; steps < 20; steps++) {
      await page.keyboard.press("Tab");
      expect(await page.evaluate(() => getComputedStyle(document.activeElement).outlineStyle), await focused()).toBe("solid");
      if (await focused() === name) return;
    }
    throw new Error(`no way to ${name} with the Tab key`);
  };
  await page.setViewportSize({ width: 1280 * textFactor, height: 720 * textFactor }); // with the places at the side
  await page.goto(hub.url + "/ui/threads");
  await expect(page.getByLabel("Access token", { exact: true })).toBeFocused();
  await page.keyboard.type(token);
  await page.keyboard.press("Enter");
  await expect(heading(page, "Create a password")).toBeFocused();
  await tabTo("New password");
  await page.keyboard.type(password);
  await tabTo("New password again");
  await page.keyboard.type(password);
  await tabTo("Create password");
  await page.keyboard.press("Space");
  await expect(heading(page, "Threads")).toBeFocused();
  await page.keyboard.press("Shift+Tab");
  expect(await focused()).toBe("Settings");
  await page.keyboard.press("Enter");
  await expect(heading(page, "Settings")).toBeFocused();
  await expect(button(page, "Sign out")).toBeVisible();
  await tabTo("Sign out");
  await page.keyboard.press("Enter");
  await expect(heading(page, "Sign in")).toBeFocused();
  await tabTo("Password");
  await page.keyboard.type(password);
  await page.keyboard.press("Enter");
  await expect(heading(page, "Settings")).toBeFocused();
  await page.goBack();
  await expect(heading(page, "Threads")).toBeFocused();
});

test("a secret is shown on request and covered when it is sent", async ({ page, hub }) => {
  await page.goto(hub.url + "/ui/");
  const secret = page.getByLabel("Access token", { exact: true });
  const show = button(page, "Show access token");
  await secret.fill("not the token");
  await expect(secret).toHaveAttribute("type", "password");
  await expect(show).toHaveAttribute("aria-pressed", "false");
  await show.click();
  await expect(secret).toHaveAttribute("type", "text");
  await expect(show).toHaveAttribute("aria-pressed", "true");
  await button(page, "Sign in").click();
  await expect(page.getByText("This access token is not valid.")).toBeVisible();
  await expect(secret).toHaveAttribute("type", "password");
  await expectNoSecret(page, token);
});

test("Caps Lock is pointed out", async ({ page, hub }) => {
  await page.goto(hub.url + "/ui/");
  const press = (modifierCapsLock) => page.getByLabel("Access token", { exact: true }).dispatchEvent("keydown", { key: "A", modifierCapsLock });
  await press(true);
  await expect(page.getByText("Caps Lock is on.")).toBeVisible();
  await press(false);
  await expect(page.getByText("Caps Lock is on.")).toHaveCount(0);
});

test("password managers know the fields", async ({ page, hub }) => {
  const fields = () => expect.poll(() => page.evaluate(() => [...document.querySelectorAll("form input")].map((i) => [i.autocomplete, i.type, i.name === "username" ? i.value : ""])));
  await page.goto(hub.url + "/ui/");
  await fields().toEqual([["off", "password", ""]]);
  await signIn(page, { "Access token": token });
  await expect(heading(page, "Create a password")).toBeVisible();
  const [owner, current, fresh] = [["username", "text", "owner"], ["current-password", "password", ""], ["new-password", "password", ""]];
  await fields().toEqual([owner, fresh, fresh]);
  await send(page, { "New password": password, "New password again": password }, "Create password");
  await openSettings(page);
  await expect(page.getByLabel("Current password", { exact: true })).toBeVisible();
  await fields().toEqual([owner, current, fresh, fresh]);
  await signOut(page);
  await fields().toEqual([owner, current]);
});

test.describe("without the hub", () => {
  test.use({ mayStop: true });

  test("nothing typed is lost", async ({ page, hub }) => {
    await begin(page, hub);
    await signOut(page);
    await page.route("**/api/auth/login", (route) => route.fulfill({ status: 503, contentType: "application/problem+json", headers: { "Retry-After": "1" }, body: JSON.stringify({ detail: "too many passwords are being checked: try again in a moment, or sign in with the token" }) }));
    await signIn(page, { Password: password });
    await expect(page.getByText("Too many passwords are being checked: try again in a moment, or sign in with the token.")).toBeVisible();
    await expect(page.getByLabel("Password", { exact: true })).toHaveValue(password);
    await page.unroute("**/api/auth/login");
    await button(page, "Sign in").click();
    await expect(heading(page, "Settings")).toBeFocused();

    await openSettings(page);
    await hub.stop();
    await send(page, { "Current password": password, "New password": password + "!", "New password again": password + "!" }, "Change password");
    await expect(page.getByText("The hub did not answer. What you typed is still here: try again.")).toBeVisible();
    await expect(page.getByLabel("New password", { exact: true })).toHaveValue(password + "!");
    await button(page, "Sign out").click();
    await expect(page.getByText("this browser is still signed in")).toBeVisible();
    await expect(heading(page, "Settings")).toBeVisible();
  });
});

test("a request that finds the session gone is sent again after signing in", async ({ page, hub }) => {
  await begin(page, hub);
  await page.waitForLoadState("networkidle"); // nothing else asks from now on
  await page.context().clearCookies();
  await page.getByRole("link", { name: /^Done/ }).click();
  await expect(page.getByText("Your session has ended.")).toBeVisible();
  await signIn(page, { Password: password });
  await expect(page.getByRole("heading", { name: "Nothing is done yet" })).toBeVisible();
  await expect(heading(page, "Threads")).toBeVisible();
});
