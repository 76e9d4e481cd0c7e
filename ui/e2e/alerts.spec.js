// Settings → Alerts: the channels beside the gateway, and quiet hours.
import { openChannel } from "./channels.js";
import { button, expect, field, said, test } from "./fixture.js";
import { tell } from "./hub.js";
import { look } from "./look.js";
import { receiver } from "./receiver.js";

test("a webhook is set up, tried, switched off and forgotten", async ({ page, hubs }) => {
  const hub = await hubs({});
  const hook = await receiver();
  await page.goto(hub.url + "/ui/settings/alerts");
  const channel = await openChannel(page, "Webhook");
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
  const mail = await openChannel(page, "Mail");
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
  const ntfy = await openChannel(page, "ntfy");
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
    const ntfy = await openChannel(page, "ntfy");
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
