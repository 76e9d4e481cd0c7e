// What only matters behind a proxy: who counts as the client.
import { expect, signIn, test, token } from "./fixture.js";
import { request } from "./hub.js";

test("tries count for the real client", async ({ page, hub }) => {
  await page.goto(hub.url + "/ui/");
  for (let tries = 0; tries < 5; tries++) {
    await signIn(page, { "Access token": "not the token" });
    await expect(page.getByText("This access token is not valid.")).toBeVisible();
    await page.getByLabel("Access token", { exact: true }).fill("");
  }
  await signIn(page, { "Access token": token });
  await expect(page.getByText("Too many tries from this address.")).toBeVisible();

  const login = { method: "POST", body: { token }, headers: { "X-Hub-Request": "1" } };
  const pretending = { ...login, headers: { ...login.headers, "X-Forwarded-For": "203.0.113.9" } };
  const status = async (options) => (await request(hub.url, "/api/auth/login", options)).status;
  expect(await status(login), "the same client without a browser").toBe(429);
  expect(await status(pretending), "the same client under another's name").toBe(429);
  expect(await status({ ...login, from: "127.0.0.2" }), "another client").toBe(200);
});
