// Settings → Alerts: the channels beside the gateway, quiet hours, and push on this device. Push
// services are out of reach of a test: the browser's subscription is a made-up one, and messages
// are handed to the worker as the browser would.
import { createECDH } from "node:crypto";
import { begin, button, expect, field, said, slack, test, token } from "./fixture.js";
import { freePort, request, tell } from "./hub.js";
import { look } from "./look.js";
import { receiver } from "./receiver.js";

const open = async (page, name) => {
  const channel = page.getByRole("listitem").filter({ has: page.locator("summary strong", { hasText: new RegExp(`^${name}$`) }) });
  await channel.locator("summary").first().click();
  return channel;
};

test("a webhook is set up, tried, switched off and forgotten", async ({ page, hubs }) => {
  const hub = await hubs({});
  const hook = await receiver();
  await page.goto(hub.url + "/ui/settings/alerts");
  const channel = await open(page, "Webhook");
  await expect(channel.locator("summary").first()).toContainText("Not set up");
  await channel.getByLabel("Address").fill("not an address");
  await channel.getByLabel("Signing secret", { exact: true }).fill("whsec_Y2FuYXJ5LWtleS1vZi0yNC1ieXRlcy4u");
  await button(channel, "Save").click();
  await expect(channel.getByLabel("Address")).toHaveAttribute("aria-invalid", "true");
  await channel.getByLabel("Address").fill(hook.url + "/hook");
  const what = channel.getByRole("group", { name: "What comes" });
  for (const kind of ["Digest", "Reminder", "Problem"]) await expect(what.getByLabel(kind)).toBeChecked();
  await what.getByLabel("Digest").uncheck();
  await what.getByLabel("Reminder").uncheck();
  await expect(what.getByLabel("Problem")).toBeDisabled(); // or nothing would come
  await what.getByLabel("Change request").check();
  await what.getByLabel("Problem").uncheck();
  await button(channel, "Save").click();
  await expect(channel.locator("summary").first()).toContainText("On");
  await expect(channel.locator("summary .status .icon").first()).toHaveCSS("rotate", "none"); // what turns is the chevron alone
  expect(await page.content()).not.toContain("whsec_");
  await button(channel, "Send a test").click();
  await expect(page.getByRole("row").filter({ hasText: "Webhook" })).toContainText("Sent");
  expect(hook.got).toEqual([{ path: "/hook", headers: expect.objectContaining({ "webhook-signature": expect.stringMatching(/^v1,/) }), body: expect.objectContaining({ kind: "test" }) }]);
  await look(page, "alerts-webhook");

  await channel.getByRole("switch", { name: "Send messages on this channel" }).click();
  await expect(channel.locator("summary").first()).toContainText("Off");
  const kept = (await tell(hub, "GET", "/api/notify")).webhook;
  expect([kept.enabled, kept.kinds, kept.secret_set]).toEqual([false, ["approval"], true]);
  await button(channel, "Forget the secrets").click();
  await expect(channel.locator("summary").first()).toContainText("Not set up");
  hook.close();
});

test("mail and ntfy have their fields, and what the configuration fixes is shown", async ({ page, hubs }) => {
  const hub = await hubs({ HUB_SMTP_HOST: "127.0.0.1", HUB_SMTP_FROM: "hub@example.org", HUB_NTFY_URL: "http://127.0.0.1:9" });
  await page.goto(hub.url + "/ui/settings/alerts");
  const mail = await open(page, "Mail");
  await expect(mail.getByLabel("Mail server")).not.toBeEditable();
  await expect(mail.getByText("HUB_SMTP_HOST")).toBeVisible();
  await mail.getByLabel("To", { exact: true }).fill("me@example.org");
  await mail.getByLabel("Port").fill("70000");
  await button(mail, "Save").click();
  await expect(mail.getByLabel("Port")).toHaveAttribute("aria-invalid", "true");
  await mail.getByLabel("Port").fill("2525");
  await mail.getByLabel("Encryption").selectOption({ label: "None (private networks only)" });
  await button(mail, "Save").click();
  await expect(said(page, "Saved.")).toBeVisible();
  // A password manager fills both in at once.
  const [name, password] = await Promise.all([mail.getByLabel("User name"), mail.getByLabel("Password", { exact: true })].map((field) => field.elementHandle()));
  await page.evaluate(([name, password]) => {
    for (const [field, text] of [[name, "me"], [password, "canary-password"]]) {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set.call(field, text);
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }
  }, [name, password]);
  await expect(mail.getByLabel("User name")).toHaveValue("me");
  await button(mail, "Save").click();
  await expect.poll(async () => (await tell(hub, "GET", "/api/notify")).mail).toMatchObject({ username: "me", password_set: true });
  await expect(mail.getByLabel("When the review goes out")).toHaveCount(0);
  await mail.getByLabel("Weekly review").check();
  await expect(mail.getByLabel("When the review goes out")).toHaveValue("0 17 * * 5");
  await mail.getByLabel("When the review goes out").fill("0 18 * * 0");
  await look(page, "alerts-review");
  await button(mail, "Save").click();
  await expect.poll(async () => (await tell(hub, "GET", "/api/notify")).mail).toMatchObject({ kinds: ["digest", "review", "reminder", "alarm"], review_cron: "0 18 * * 0" });
  const ntfy = await open(page, "ntfy");
  await ntfy.getByLabel("Topic", { exact: true }).fill("hub-canary-topic");
  await button(ntfy, "Save").click();
  await expect(ntfy.locator("summary").first()).toContainText("On");
  expect(await page.content()).not.toContain("hub-canary-topic");
  const { mail: kept, ntfy: { topic_set: set } } = await tell(hub, "GET", "/api/notify");
  expect([kept.port, kept.security, kept.to, kept.ready, set]).toEqual([2525, "none", "<me@example.org>", true, true]);
});

test.describe("for a German owner", () => {
  test.use({ locale: "de-DE" });

  test("what a channel lacks, and why it refuses, is told in German", async ({ page, hubs }) => {
    const hub = await hubs({});
    const server = await receiver(401);
    await page.goto(hub.url + "/ui/settings/alerts");
    const ntfy = await open(page, "ntfy");
    await button(ntfy, "Test senden").click();
    await expect(said(page, "Es ist kein Thema eines ntfy-Servers eingerichtet.")).toBeVisible();
    await ntfy.getByLabel("Server", { exact: true }).fill("ftp://ntfy.example");
    await ntfy.getByLabel("Wann der Überblick hinausgeht").fill("abends um 60");
    await button(ntfy, "Speichern").click();
    await expect(ntfy.getByText("Das muss mit http:// oder https:// beginnen.")).toBeVisible();
    await expect(ntfy.getByText("Das braucht fünf Felder: Minute, Stunde, Tag des Monats, Monat, Wochentag.")).toBeVisible();
    await ntfy.getByLabel("Wann der Überblick hinausgeht").fill("");
    await ntfy.getByLabel("Server", { exact: true }).fill(server.url);
    await ntfy.getByLabel("Thema", { exact: true }).fill("hub-canary-topic");
    await button(ntfy, "Speichern").click();
    await expect(ntfy.locator("summary").first()).not.toContainText("Nicht eingerichtet");
    await button(ntfy, "Test senden").click();
    const why = "er ntfy-Server hat mit 401 geantwortet: prüfe das Token";
    await expect(page.getByRole("row").filter({ hasText: "Fehlgeschlagen" })).toContainText("D" + why);
    await expect(page.locator(".problems")).toContainText(`Benachrichtigungen schlagen fehl: d${why}.`);
    expect(server.got).toHaveLength(1);
    const [{ last_error: text, last_error_said: coded }] = await tell(hub, "GET", "/api/deliveries");
    expect([text, coded]).toEqual(["the ntfy server answered 401: check the token", { code: "notify.token", params: { status: "401" } }]);
    await look(page, "alerts-german");
    server.close();
  });
});

test("quiet hours are switched on, moved and off", async ({ page, hubs }) => {
  const hub = await hubs({});
  const quiet = async () => (await tell(hub, "GET", "/api/notify")).quiet;
  await page.goto(hub.url + "/ui/settings/alerts");
  await page.getByRole("switch", { name: "Quiet hours" }).click();
  await expect(page.getByLabel("Until")).toHaveValue("07:00");
  await page.getByLabel("Until").pressSequentially("08:30");
  expect(await quiet()).toEqual({ from: "22:00", to: "07:00" });
  await page.getByLabel("Until").blur();
  await expect.poll(quiet).toEqual({ from: "22:00", to: "08:30" });
  await page.getByRole("switch", { name: "Quiet hours" }).click();
  await expect.poll(quiet).toBe(null);
});

test.describe("push", () => {
  test.use({ serviceWorkers: "allow" });

  const controlled = (page) => expect.poll(() => page.evaluate(() => Boolean(navigator.serviceWorker.controller)), { timeout: 20_000 }).toBe(true);

  /** A browser that has a push service, and a subscription for a key already if there is one. */
  async function subscribing(page, before = null) {
    const key = createECDH("prime256v1");
    key.generateKeys();
    await page.addInitScript(({ p256dh, before }) => {
      const bytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0)).buffer;
      const made = (name, applicationServerKey) => {
        const endpoint = "https://push.example.com/send/" + name;
        return {
          endpoint, options: { applicationServerKey, userVisibleOnly: true },
          toJSON: () => ({ endpoint, keys: { p256dh, auth: "BTBZMqHH6r4Tts7J_aSIgg" } }),
          unsubscribe: async () => { now = null; window.ended = true; return true; },
        };
      };
      let now = before && made("before", bytes(before));
      PushManager.prototype.subscribe = async ({ applicationServerKey }) => now = made("canary", applicationServerKey.buffer);
      PushManager.prototype.getSubscription = async () => now;
    }, { p256dh: key.getPublicKey("base64url"), before });
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
    const push = await open(page, "Push");
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

  test("whoever has forbidden it is told where to allow it", async ({ page, hub }) => {
    await page.addInitScript(() => Object.defineProperty(Notification, "permission", { get: () => "denied" }));
    await begin(page, hub);
    await page.goto(hub.url + "/ui/settings/alerts");
    const push = await open(page, "Push");
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
});
