// What every test stands on: a hub, and browsers in which nothing may go wrong unseen.
import { expect, test as base } from "@playwright/test";
import { startHub, token } from "./hub.js";

export { expect, token };

// How much longer than said something may take: CI and .ci/run have the Go tests run beside the
// browser, on the same two processors. ui/e2e/figures measures on a machine that does nothing else.
const slower = Number(process.env.HUB_SLOWER ?? 1);
export const slack = (process.env.CI || process.env.HUB_BUSY ? 4 : 1) * slower;

/** Of a test that takes ten seconds or more, or looks at a way that few go: .ci/run leaves it to .ci/long. */
export const long = { tag: "@long" };
/** Of a test that is made at each size: .ci/run makes it on a phone, where there is least room. */
export const large = (size) => (size === "phone" ? {} : long);

export const password = "correct horse battery";

// Chromium itself reports every refused request; a refusal is what many tests are about.
const refusal = /^Failed to load resource: the server responded with a status of (401|403|409|410|412|422|429|503) /;
// So is one that never got an answer, in words that depend on how far it had come.
const silence = /^Failed to load resource: net::ERR_(?!BLOCKED)|^An unknown error occurred when fetching the script\.$/;

export const test = base.extend({
  way: ["http", { option: true }],
  mayStop: [false, { option: true }], // whether the hub is stopped under the browser, or cut off from it
  mayMiss: [false, { option: true }], // whether something may vanish under the browser: all of it, or the addresses that fit

  /** Starts hubs that stop with the test. */
  hubs: async ({ way }, use) => {
    const started = [];
    await use(async (env) => {
      const hub = await startHub(way, env);
      started.push(hub);
      return hub;
    });
    await Promise.all(started.map((hub) => hub.stop()));
  },

  hub: async ({ hubs }, use) => use(await hubs()),

  /** Opens separate browsers. At the end none of them may have complained. */
  browsers: async ({ browser, contextOptions, mayStop, mayMiss, hubs }, use) => { // hubs stop after the browsers
    const opened = [], complaints = [];
    const missable = (url) => (mayMiss instanceof RegExp ? mayMiss.test(url) : mayMiss);
    await use(async (options = {}) => {
      const context = await browser.newContext({ ...contextOptions, ...options });
      opened.push(context);
      await context.exposeBinding("complain", (_, words) => complaints.push(words));
      await context.addInitScript(() => {
        document.addEventListener("securitypolicyviolation", (e) => window.complain(`policy: ${e.effectiveDirective} ${e.blockedURI}`));
      });
      context.on("console", (m) => {
        if (m.type() === "error" && !refusal.test(m.text()) && !(mayStop && silence.test(m.text())) && !(missable(m.location().url) && m.text().includes("status of 404"))) complaints.push(`console: ${m.text()}`);
      });
      context.on("weberror", (e) => complaints.push(`script: ${e.error()}`));
      context.on("response", (r) => {
        if (r.status() === 404 && !missable(r.url())) complaints.push(`missing: ${r.url()}`);
      });
      const page = await context.newPage();
      if (slower > 1) await (await context.newCDPSession(page)).send("Emulation.setCPUThrottlingRate", { rate: slower });
      return page;
    });
    for (const context of opened) {
      for (const page of context.pages()) {
        if (page.url().startsWith("http")) expect(await kept(page), "kept in the browser").toEqual([]);
      }
      await context.close();
    }
    expect(complaints).toEqual([]);
  },

  page: async ({ browsers }, use) => use(await browsers()),
});

/** What a part of one of the page's databases holds: that of the captures that wait, or of the drafts. */
export const stored = (page, part) => page.evaluate(async (part) => {
  const name = "hub " + new URL("./", document.baseURI).pathname + (part === "drafts" ? " drafts 1" : "");
  if (!(await indexedDB.databases()).some((one) => one.name === name)) return []; // opening it would make it
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(name);
    opening.onsuccess = () => {
      const asked = opening.result.transaction(part).objectStore(part).getAll();
      asked.onsuccess = () => resolve(asked.result);
      asked.onerror = () => reject(asked.error);
    };
    opening.onerror = () => reject(opening.error);
  });
}, part);

/** The titles of the captures that wait, the oldest first. */
export const waiting = async (page) => (await stored(page, "captures")).map(({ body }) => body.summary);

/** The texts that wait to be saved, by their places. */
export const drafts = async (page) => Object.fromEntries((await stored(page, "drafts")).map(({ place, value }) => [place, value]));

const secretDrafts = async (page) => Object.entries(await drafts(page)).filter((draft) => [token, password].some((secret) => JSON.stringify(draft).includes(secret))).map(([name]) => name);

/** What the page has stored, other than the cookie no script sees, the name of the language, its own public files, the place for captures that wait, texts that hold no secret, and which device it is. */
const kept = async (page) => [...await waiting(page), ...await secretDrafts(page), ...await page.evaluate(async () => {
  const files = [];
  for (const name of globalThis.caches ? await caches.keys() : []) files.push(...(await (await caches.open(name)).keys()).map(({ url }) => url));
  const captures = "hub " + new URL("./", document.baseURI).pathname;
  return [
    ...Object.keys(localStorage), ...Object.keys(sessionStorage), ...files.filter((url) => !url.startsWith(document.baseURI)),
    ...(await indexedDB.databases()).map(({ name }) => name).filter((name) => !["", " drafts 1", " push 1"].some((part) => name === captures + part)), document.cookie.replace(/^hub_language=\w+$/, ""),
  ].filter(Boolean);
})];

/** The heading of what is shown. */
export const heading = (page, name) => page.getByRole("heading", { level: 1, name, exact: true });

export const field = (page, name) => page.getByRole("textbox", { name, exact: true });
export const button = (page, name) => page.getByRole("button", { name, exact: true });
/** The message with these words. Its Undo is pressed by them too: another one may still stand there. */
export const said = (page, words) => page.locator(".toast", { hasText: words });
export const undo = (page, words) => said(page, words).getByRole("button", { name: "Undo" }).click();

/** Closes messages that are in the way: on narrow pages they stand over what is below. */
export async function closeMessages(page) {
  const messages = page.locator(".toast");
  while (await messages.count()) await messages.last().getByRole("button", { name: "Close" }).click();
}

/** Presses keys that make one shortcut, right after one another: each may take a second, also on a machine that does much else. */
export const pressAll = (page, keys) => page.evaluate((keys) => {
  for (const key of keys) document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
}, keys);

/** Fills fields by their labels and presses the button. */
export async function send(page, fields, press) {
  for (const [name, text] of Object.entries(fields)) await page.getByLabel(name, { exact: true }).fill(text);
  await button(page, press).click();
}

/** Signs in on the form that is shown. */
export const signIn = (page, fields) => send(page, fields, "Sign in");

/** Signs in for the first time and creates the password, as every owner begins, without the forms: flow.spec.js is about them. */
export async function begin(page, hub) {
  const ask = async (method, to, data) => {
    const answer = await page.context().request.fetch(hub.url + to, { method, data, headers: { "X-Hub-Request": "1" } });
    expect(answer.ok(), `${method} ${to}: ${answer.status()}`).toBe(true);
  };
  await ask("POST", "/api/auth/login", { token });
  await ask("PUT", "/api/auth/password", { current_method: "token", current_secret: token, new_password: password });
  await page.goto(hub.url + "/ui/threads");
  await expect(heading(page, "Threads")).toBeVisible();
}

/** Signs out where it is offered. */
export async function signOut(page) {
  if (!page.url().includes("/ui/settings")) await openSettings(page);
  await button(page, "Sign out").click();
  await expect(heading(page, "Sign in")).toBeFocused();
}

/** Goes to Settings → Sign-in & security the way there is at this width. */
export async function openSettings(page) {
  await expect(page.getByRole("navigation", { name: "laces" }).filter({ visible: true }).first()).toBeVisible();
  const settings = page.getByRole("link", { name: "Settings", exact: true });
  if (!await settings.isVisible()) await page.getByRole("link", { name: "More", exact: true }).click();
  await settings.click();
  await expect(heading(page, "Settings")).toBeFocused();
  await page.getByRole("link", { name: "Sign-in & security" }).click();
  await expect(page).toHaveTitle("Sign-in & security · Progress Hub");
  await expect(page.getByRole("heading", { level: 2, name: "Sign-in & security" })).toBeVisible();
}

/** No secret may stand anywhere in the page: not in its markup, nor in a field. */
export async function expectNoSecret(page, ...secrets) {
  const all = await page.evaluate(() => document.documentElement.outerHTML + [...document.querySelectorAll("input")].map((i) => i.value).join("\n") + location.href);
  for (const secret of secrets) expect(all.includes(secret), "a secret stands in the page").toBe(false);
}

/** Opens a view by its tab, or from the menu that holds those without room. */
export async function openTab(page, name) {
  const tabs = page.locator(".tabs-line");
  const tab = tabs.getByRole("link", { name, exact: true }), more = tabs.getByRole("button", { name: /^and \d+ more$/ });
  await tab.or(more).filter({ visible: true }).first().waitFor();
  if (await tab.isVisible()) return tab.click();
  await more.click();
  await tabs.getByRole("menuitem", { name, exact: true }).click();
}
