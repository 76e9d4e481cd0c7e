// What tests of threads share: a thread, an agent who writes to it, and where the page shows it.
import { button, expect, signIn, token } from "./fixture.js";
import { request } from "./hub.js";

export const sizes = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } };

/** Asks the hub as an agent of a name, with the access token or another. */
export async function asAgent(hub, method, path, body, name = "codex", credential = token) {
  const { status, text } = await request(hub.url, path, { method, body, headers: { Authorization: "Bearer " + credential, "User-Agent": name + "/1" } });
  expect(status, text).toBeLessThan(300);
  return text && JSON.parse(text);
}

export const patch = (hub, { id }, body, name) => asAgent(hub, "PATCH", `/api/threads/${id}`, body, name);
export const read = (hub, { id }) => asAgent(hub, "GET", `/api/threads/${id}`);

/** Signs in at an address. */
export async function visit(page, hub, path) {
  await page.goto(hub.url + "/ui/" + path);
  await signIn(page, { "Access token": token });
  await button(page, "Not now").click(); // no password yet
  await page.goto(hub.url + "/ui/" + path);
}

export const title = (page, name) => page.getByRole("heading", { level: 2, name, exact: true });
export const fact = (page, label) => page.locator(".fact", { has: page.locator("dt span", { hasText: new RegExp(`^${label}$`) }) });
export const more = async (page, item) => {
  await button(page, "More for this thread").click();
  await page.getByRole("menuitem", { name: item }).click();
};
export const sample = { summary: "Move the photo library", project_slug: "homelab", source_tool: "codex", goal: "All of it verified", next_steps: ["Copy 2019", "Compare the counts"] };
