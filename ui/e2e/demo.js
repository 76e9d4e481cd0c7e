// The month of `hub serve --demo`, for pictures: they show it as a hub of one's own looks.
import { stillPage } from "./browser.js";
import { request, startHub } from "./hub.js";

/** Starts one; `examples` has one of each place of places.ts that needs one. */
export async function startDemo() {
  const hub = await startHub("demo");
  const ask = async (path) => JSON.parse((await request(hub.url, path)).text);
  const [reminder] = await ask("/api/reminders?state=pending");
  const { thread } = await ask("/api/now");
  return { ...hub, examples: { thread, project: { slug: "shop-backend" }, page: { path: "homelab/backups" }, reminder, pair: null, connect: null } }; // without a token nobody pairs
}

/** A page on it without the line that says that all is made up. */
export async function pageOf(browser, size) {
  const page = await stillPage(browser, size);
  await page.route("**/api/overview", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...await response.json(), demo: false } });
  });
  return page;
}
