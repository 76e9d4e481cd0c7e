// Push on this device. Push services are out of reach of a test: the browser's subscription is a
// made-up one, and messages are handed to the worker as the browser would.
import { createECDH } from "node:crypto";
import { controlled } from "./between.js";
import { openChannel } from "./channels.js";
import { begin, button, expect, field, said, slack, test, token } from "./fixture.js";
import { freePort, request } from "./hub.js";
import { look } from "./look.js";
import { withWorker } from "./playwright.config.js";
import { receiver } from "./receiver.js";

test.use(withWorker);

/** A browser that has a push service, and a subscription for a key already if there is one, at an endpoint of this name. */
async function subscribing(page, before = null, name = "before") {
  const key = createECDH("prime256v1");
  key.generateKeys();
  await page.addInitScript(({ p256dh, before, name }) => {
    const bytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0)).buffer;
    const made = (name, applicationServerKey) => {
      const endpoint = "https://push.example.com/send/" + name;
      return {
        endpoint, options: { applicationServerKey, userVisibleOnly: true },
        toJSON: () => ({ endpoint, keys: { p256dh, auth: "BTBZMqHH6r4Tts7J_aSIgg" } }),
        unsubscribe: async () => { now = null; window.ended = true; return true; },
      };
    };
    let now = before && made(name, bytes(before));
    PushManager.prototype.subscribe = async ({ applicationServerKey }) => now ??= made("canary", applicationServerKey.buffer);
    PushManager.prototype.getSubscription = async () => now;
  }, { p256dh: key.getPublicKey("base64url"), before, name });
}
/** Hands messages to the worker, as a browser does that gets them from its push service. */
async function deliverer(page, hub) {
  const client = await page.context().newCDPSession(page);
  const registrations = [];
  client.on("ServiceWorker.workerRegistrationUpdated", (e) => registrations.push(...e.registrations));
  await client.send("ServiceWorker.enable");
  await expect.poll(() => registrations.length).toBeGreaterThan(0);
  return (data) => client.send("ServiceWorker.deliverPushMessage", { origin: new URL(hub.url).origin, registrationId: registrations.at(-1).registrationId, data });
}
/** Delivers a message until it is seen: now and then the browser's tools lose one, and the same once
 * more is still one. */
const arrives = (deliver, message, seen) => expect(async () => {
  await deliver(message);
  await seen({ timeout: 2_000 * slack });
}).toPass({ timeout: 20_000 * slack });
const devices = async (hub) => JSON.parse((await request(hub.url, "/api/notify/push", { headers: { Authorization: "Bearer " + token } })).text);

test("this device is entered, shown and removed", async ({ page, hub }) => {
  await page.context().grantPermissions(["notifications"]);
  await subscribing(page);
  await begin(page, hub);
  await controlled(page);
  await page.goto(hub.url + "/ui/settings/alerts");
  const push = await openChannel(page, "Push");
  await button(push, "Notify this device").click();
  await expect(said(page, "This device gets messages now.")).toBeVisible();
  await expect(push.getByRole("list", { name: "Devices" })).toContainText(/Chrome.*This device/s);
  await expect(push.getByText("Nothing is sent yet: set the contact below.")).toBeVisible();
  await field(push, "Contact for push services").fill("mailto:me@example.org");
  await button(push, "Save").click();
  await expect(push.locator("summary").first()).toContainText("On");
  expect(await page.content()).not.toContain("push.example.com");
  await look(page, "alerts-push");
  await push.getByRole("button", { name: /^Remove Chrome/ }).click();
  await expect(push.getByRole("list", { name: "Devices" })).toHaveCount(0);
  await expect(button(push, "Notify this device")).toBeVisible();
});

test("a subscription for the key of another hub is made anew", async ({ page, hub }) => {
  await page.context().grantPermissions(["notifications"]);
  const other = createECDH("prime256v1");
  await subscribing(page, other.generateKeys("base64url"));
  await begin(page, hub);
  await expect.poll(async () => (await devices(hub)).devices.length, { timeout: 20_000 }).toBe(1);
  expect(await page.evaluate(() => window.ended)).toBe(true);
});

test("a subscription that the owner has taken off the list ends", async ({ page, hub }) => {
  await page.context().grantPermissions(["notifications"]);
  await subscribing(page, (await devices(hub)).public_key);
  await begin(page, hub);
  await expect.poll(() => page.evaluate(() => window.ended), { timeout: 20_000 }).toBe(true);
  expect((await devices(hub)).devices).toEqual([]);
});

test("a subscription that the browser has replaced is entered in the place of the one before", async ({ page, hub }) => {
  await page.context().grantPermissions(["notifications"]);
  await subscribing(page);
  await begin(page, hub);
  await controlled(page);
  await page.goto(hub.url + "/ui/settings/alerts");
  await button(await openChannel(page, "Push"), "Notify this device").click();
  await expect(said(page, "This device gets messages now.")).toBeVisible();
  const { public_key: key, devices: [first] } = await devices(hub);
  const ids = async () => (await devices(hub)).devices.map(({ id }) => id);

  const later = async (name) => { // the same browser, some days later
    const next = await page.context().newPage();
    await subscribing(next, key, name);
    await next.goto(hub.url + "/ui/");
    return next;
  };
  const renewed = await later("renewed");
  await expect.poll(async () => (await ids()).map((id) => id === first.id), { timeout: 20_000 }).toEqual([false]);
  expect(await renewed.evaluate(() => window.ended)).toBeUndefined();
  const [second] = await ids();
  expect(await page.evaluate(async (id) => (await fetch("/api/notify/push/devices/" + id, { method: "DELETE", headers: { "X-Hub-Request": "1" } })).status, second)).toBe(204);
  const removed = await later("renewed");
  await expect.poll(() => removed.evaluate(() => window.ended), { timeout: 20_000 }).toBe(true);
  expect(await ids()).toEqual([]);
});

test("whoever has forbidden it is told where to allow it", async ({ page, hub }) => {
  await page.addInitScript(() => Object.defineProperty(Notification, "permission", { get: () => "denied" }));
  await begin(page, hub);
  await page.goto(hub.url + "/ui/settings/alerts");
  const push = await openChannel(page, "Push");
  await expect(push.getByText("Notifications of this page are blocked.")).toBeVisible();
  await expect(button(push, "Notify this device")).toHaveCount(0);
});

test("a message is shown whatever it says, and takes the place of the one before", async ({ page, hub }) => {
  await page.context().grantPermissions(["notifications"]);
  await begin(page, hub);
  await controlled(page);
  const deliver = await deliverer(page, hub);
  const shown = () => page.evaluate(async () => {
    const all = await (await navigator.serviceWorker.ready).getNotifications();
    return all.map(({ title, body, tag, actions }) => ({ title, body, tag, actions: actions?.map(({ action }) => action) }));
  });
  await arrives(deliver, "half a mess", (patience) => expect.poll(shown, patience).toEqual([{ title: "Progress Hub", body: "There is news.", tag: "news", actions: [] }]));
  const message = (body) => JSON.stringify({ notification: { title: "Reminder", body, tag: "reminder/1", data: { url: hub.url + "/ui/reminders", urgent: false, buttons: [{ verb: "done", label: "Done", token: "used" }] } }, app_badge: 1 });
  for (const body of ["Water the plants", "Water all the plants"]) { // which takes the place of the one before
    await arrives(deliver, message(body), (patience) => expect.poll(shown, patience).toEqual(expect.arrayContaining([{ title: "Reminder", body, tag: "reminder/1", actions: ["done"] }])));
    expect(await shown()).toHaveLength(2);
  }
});

/** Presses a button of the message under a tag, and returns the pages that open. The protocol has no
 * press on a notification, and an event that a script makes has no waitUntil. */
const press = (page, tag, action) => page.context().serviceWorkers()[0].evaluate(async ([tag, action]) => {
  const [notification] = await self.registration.getNotifications({ tag });
  const opened = [], waits = [];
  self.clients.openWindow = async (url) => { opened.push(url); };
  const event = new NotificationEvent("notificationclick", { notification, action });
  event.waitUntil = (work) => { waits.push(work); };
  self.dispatchEvent(event);
  await Promise.all(waits);
  return { opened, left: (await self.registration.getNotifications({ tag })).length };
}, [tag, action]);

test("a press on Done ends the reminder, once, and Undo takes it back", async ({ page, hubs }) => {
  const address = `127.0.0.1:${await freePort()}`; // known before it says a public one
  const hub = await hubs({ HUB_AUTH_TOKEN: token, HUB_LISTEN: address, HUB_PUBLIC_URL: "http://" + address });
  const ask = async (method, path, body) => JSON.parse((await request(hub.url, path, { method, headers: { Authorization: "Bearer " + token }, body })).text);
  const ntfy = await receiver(); // has the same buttons as a push message, and can be read here
  await ask("PUT", "/api/notify", { ntfy: { url: ntfy.url, topic: "plants" } });
  const { id } = await ask("POST", "/api/reminders", { text: "Water the plants", kind: "once", due_at: "2026-01-01T08:00:00Z" });
  await expect.poll(() => ntfy.got.length).toBe(1);
  const { token: secret } = JSON.parse(ntfy.got[0].body.actions.find(({ label }) => label === "Done").body);
  const done = async () => (await ask("GET", "/api/reminders/" + id)).done_at;

  await page.context().grantPermissions(["notifications"]);
  await page.goto(hub.url + "/ui/");
  await controlled(page);
  const deliver = await deliverer(page, hub), tag = "reminder/" + id;
  const message = () => JSON.stringify({ notification: { title: "Water the plants", body: "", tag, data: { url: hub.url + "/ui/reminders", urgent: false, buttons: [{ verb: "done", label: "Done", token: secret }] } }, app_badge: 1 });
  const waiting = () => page.evaluate(async (tag) => (await (await navigator.serviceWorker.ready).getNotifications({ tag })).length, tag);
  const comes = () => arrives(deliver, message(), (patience) => expect.poll(waiting, patience).toBe(1));
  await comes();
  expect(await press(page, tag, "done")).toEqual({ opened: [], left: 0 });
  await expect.poll(done, { timeout: 1_000 * slack }).not.toBeNull();

  const [{ id: event }] = (await ask("GET", "/api/events?limit=20")).filter(({ kind }) => kind === "reminder.done");
  await ask("POST", `/api/events/${event}/undo`, {});
  expect(await done()).toBeNull();

  await comes();
  expect(await press(page, tag, "done"), "the page that says why it does nothing any more").toEqual({ opened: [`${hub.url}/ui/act#done.${secret}`], left: 0 });
  expect(await done()).toBeNull();

  await comes();
  expect(await press(page, tag, ""), "a press beside the buttons").toEqual({ opened: [hub.url + "/ui/reminders"], left: 0 });
  ntfy.close();
});
