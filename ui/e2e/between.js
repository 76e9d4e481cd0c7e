// Tests with a relay between browser and hub, and with the service worker.
import { expect, test as base, token } from "./fixture.js";
import { request } from "./hub.js";
import { relay } from "./relay.js";

export const test = base.extend({
  /** Stands between browser and hub. */
  between: async ({ hub }, use) => {
    const made = [];
    await use(async (prefix) => {
      made.push(await relay(hub.url, prefix));
      return made.at(-1);
    });
    await Promise.all(made.map((one) => one.cut()));
  },
});

/** Waits until the worker answers for the page. */
export const controlled = (page) => expect.poll(() => page.evaluate(() => Boolean(navigator.serviceWorker.controller)), { timeout: 20_000 }).toBe(true);

/** The titles of a hub's threads, the newest first. */
export const threads = async (hub) => JSON.parse((await request(hub.url, "/api/threads", { headers: { Authorization: "Bearer " + token } })).text).map(({ summary }) => summary);
