// What an owner does to get in and out, at each of the ways a browser comes to the hub.
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { begin, button, expect, expectNoSecret, heading, openSettings, password, send, signIn, signOut, test, token } from "./fixture.js";
import { addThread } from "./hub.js";

test("first sign-in, a password, out and in again", async ({ page, hub, way }) => {
  await addThread(hub.url, { summary: "Water the plants" });
  await page.goto(hub.url + "/ui/threads");
  await expect(page).toHaveTitle("Sign in · Progress Hub");
  await expect(page.getByLabel("Access token", { exact: true })).toBeFocused();
  await expect(button(page, "Use the password instead")).toHaveCount(0);
  await signIn(page, { "Access token": ` ${token} ` }); // copied with the space around it

  await expect(heading(page, "Create a password")).toBeFocused();
  await expect(page).toHaveTitle("Create a password · Progress Hub");
  await expectNoSecret(page, token);
  await send(page, { "New password": password, "New password again": password + "!" }, "Create password");
  await expect(page.getByText("Passwords don't match.")).toBeVisible();
  await expect(page.getByLabel("New password again", { exact: true })).toBeFocused();
  await send(page, { "New password again": password }, "Create password");

  await expect(heading(page, "Threads")).toBeFocused();
  await expect(page).toHaveTitle("Threads · Progress Hub");
  await expect(page.getByText("Password created.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Water the plants" })).toBeVisible();
  await expectNoSecret(page, token, password);

  const [cookie, ...others] = await page.context().cookies();
  expect(others).toEqual([]);
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Strict", path: "/", ...way === "http"
    ? { name: "hub_session", secure: false }
    : { name: "__Host-hub_session", secure: true } });
  expect(cookie.expires - Date.now() / 1000).toBeGreaterThan(11.9 * 3600);
  expect(cookie.expires - Date.now() / 1000).toBeLessThanOrEqual(12 * 3600);

  await signOut(page);
  await expect(page.getByText("You are signed out.")).toBeVisible();
  await expect(page.getByText("Water the plants")).toHaveCount(0);
  expect(await page.context().cookies()).toEqual([]);

  await page.goto(hub.url + "/ui/threads");
  await expect(page.getByLabel("Password", { exact: true })).toBeFocused();
  await signIn(page, { Password: "not the password" });
  await expect(page.getByText("This password is not valid.")).toBeVisible();
  await expect(page.getByLabel("Password", { exact: true })).toBeFocused();
  await expect(page.getByLabel("Password", { exact: true })).toHaveAccessibleDescription(/This password is not valid/);
  await signIn(page, { Password: password });
  await expect(page.getByRole("link", { name: "Water the plants" })).toBeVisible();
  expect(page.url()).toBe(hub.url + "/ui/threads");
  await expectNoSecret(page, password);

  await page.reload();
  await expect(page.getByRole("link", { name: "Water the plants" })).toBeVisible();
});

test("a change of the password ends other browsers, and their page stays", async ({ browsers, hub }) => {
  const [one, two] = [await browsers(), await browsers()];
  await begin(one, hub);
  await addThread(hub.url, { summary: "Water the plants" });
  await two.goto(hub.url + "/ui/settings/security");
  await signIn(two, { Password: password });
  await two.getByLabel("New password", { exact: true }).fill("half a pass");

  const changed = password + ", changed";
  await openSettings(one);
    await send(one, { "Current password": "not the password", "New password": changed, "New password again": changed }, "Change password");
  await expect(one.getByText("This is not the current password.")).toBeVisible();
  await expect(one.getByLabel("Current password", { exact: true })).toBeFocused();
  await send(one, { "Current password": password }, "Change password");
  await expect(one.getByText("Password changed. Other browsers were signed out")).toBeVisible();
  await expectNoSecret(one, password, changed);
  await one.reload(); // the present browser has a new session
  await expect(heading(one, "Settings")).toBeVisible();

  // The other one notices with its next request, and finds everything where it was.
  await two.getByRole("link", { name: "Threads" }).click();
  await expect(two.getByText("Your session has ended.")).toBeVisible();
  await expect(heading(two, "Sign in")).toBeFocused();
  await signIn(two, { Password: password });
  await expect(two.getByText("This password is not valid.")).toBeVisible();
  await signIn(two, { Password: changed });
  await expect(two.getByRole("link", { name: "Water the plants" })).toBeVisible();
  expect(two.url()).toBe(hub.url + "/ui/threads");
});

test("the token is the way back in", async ({ page, hub }) => {
  await begin(page, hub);
  await signOut(page);
  await writeFile(path.join(hub.data, "dashboard-password.hash"), "damaged");
  await page.reload();
  await signIn(page, { Password: password });
  await expect(page.getByText("If it is lost, the recovery access token lets you in.")).toBeVisible();
  await button(page, "Use recovery access token").click();
  await expect(page.getByLabel("Access token", { exact: true })).toBeFocused();
  await signIn(page, { "Access token": "not the token" });
  await expect(page.getByText("This access token is not valid.")).toBeVisible();
  await signIn(page, { "Access token": token });
  await expect(page.getByText("set a new one in Settings")).toBeVisible();

  await openSettings(page);
  await send(page, { "Access token": token, "New password": password, "New password again": password }, "Change password");
  await expect(page.getByText("Password changed.")).toBeVisible();
  await button(page, "Sign out").click();
  await expect(heading(page, "Sign in")).toBeFocused();
  await signIn(page, { Password: password });
  await expect(heading(page, "Settings")).toBeFocused();
  await expectNoSecret(page, token, password);
});

test("five wrong tries, and the wait", async ({ page, hub }) => {
  await page.clock.install();
  await page.goto(hub.url + "/ui/");
  const began = performance.now();
  for (let tries = 0; tries < 5; tries++) {
    await signIn(page, { "Access token": "not the token" });
    await expect(page.getByText("This access token is not valid.")).toBeVisible();
    await page.getByLabel("Access token", { exact: true }).fill("");
  }
  await signIn(page, { "Access token": token });
  await expect(page.getByRole("status").filter({ hasText: /^Too many tries from this address. You can try again in \d+ seconds.$/ })).toHaveCount(1);
  const wait = page.getByRole("button", { name: /^Try again in \d+ s$/ });
  await expect(wait).toBeDisabled();
  await expect(page.getByLabel("Access token", { exact: true })).toBeFocused();
  await expect(page.getByLabel("Access token", { exact: true })).toHaveValue(token);
  const seconds = async () => Number(/\d+/.exec(await wait.textContent())[0]);
  const before = await seconds();
  expect(before).toBeGreaterThan(58 - (performance.now() - began) / 1_000); // a minute from the first try on
  expect(before).toBeLessThanOrEqual(60);
  const half = Math.floor(before / 2);
  await page.clock.runFor(half * 1_000);
  expect(await seconds()).toBeLessThanOrEqual(before - half);
  await page.keyboard.press("Enter"); // not before its time
  await expect(wait).toBeDisabled();
  await page.clock.runFor(60_000);
  await expect(button(page, "Sign in")).toBeEnabled();
  await expect(page.getByText("You can try again now.")).toBeVisible();
});
