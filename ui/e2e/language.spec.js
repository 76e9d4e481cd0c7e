// The language: the browser's, or the one that was chosen, and never two at once.
import { begin, expect, password, send, test, token } from "./fixture.js";
import { request } from "./hub.js";
import { look } from "./look.js";
import { asAgent } from "./thread.js";

const german = { locale: "de-AT" };

test("a browser's language is spoken from the first word on", async ({ browsers, hubs }) => {
  const hub = await hubs();
  await begin(await browsers(), hub);
  const page = await browsers(german);
  await page.goto(hub.url + "/ui/reminders");
  await send(page, { Passwort: password }, "Anmelden");
  await expect(page.getByRole("heading", { name: "An nichts zu erinnern" })).toBeVisible();
  await expect(page).toHaveTitle("Erinnerungen · Progress Hub");
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
});

for (const [locale, words, title, choice] of [
  ["es-MX", { Contraseña: password }, "Recordatorios · Progress Hub", "Idioma"],
  ["ja-JP", { パスワード: password }, "リマインダー · Progress Hub", "言語"],
]) {
  test(`every place is in the language of the browser: ${locale}`, async ({ browsers, hubs }) => {
    const hub = await hubs();
    await begin(await browsers(), hub);
    const page = await browsers({ locale });
    await page.goto(hub.url + "/ui/reminders");
    await send(page, words, { "es-MX": "Entrar", "ja-JP": "サインイン" }[locale]);
    await expect(page).toHaveTitle(title);
    await expect(page.locator("html")).toHaveAttribute("lang", locale.slice(0, 2));
    await page.goto(hub.url + "/ui/settings/app");
    await expect(page.getByLabel(choice)).toHaveValue("browser");
    await expect(page.getByLabel(choice).getByRole("option")).toHaveText([/.+/, "English", "Deutsch", "Español", "Français", "日本語"]);
    await look(page, `language-settings-${locale.slice(0, 2)}`);
  });
}

test("times are told in the language of the words", async ({ browsers, hubs }) => {
  const hub = await hubs();
  const page = await browsers({ locale: "ar" }); // which the hub does not speak
  await begin(page, hub);
  await asAgent(hub, "POST", "/api/threads", { summary: "Order the cable" });
  await page.goto(hub.url + "/ui/activity");
  await expect(page.getByRole("heading", { name: "Today" })).toBeVisible();
  await expect(page.locator(".moment time").first()).toHaveText(/^\d\d:\d\d [AP]M$/);
});

test("a language is chosen once for all devices, and stays", async ({ page, browsers, hub }) => {
  await begin(page, hub);
  await page.goto(hub.url + "/ui/settings/app");
  await page.getByLabel("Language").selectOption("Deutsch");
  await expect(page.getByRole("heading", { name: "Aussehen und Tasten" })).toBeVisible();
  await expect.poll(async () => JSON.parse((await request(hub.url, "/api/preferences", { headers: { Authorization: "Bearer " + token } })).text).language).toBe("de"); // the page runs ahead
  await page.reload();
  await expect(page.getByLabel("Sprache")).toHaveValue("de");
  const other = await browsers({});
  await other.goto(hub.url + "/ui/threads");
  await send(other, { Password: password }, "Sign in");
  await expect(other.getByRole("heading", { name: "Nichts ist offen" })).toBeVisible();
  await page.getByLabel("Sprache").selectOption({ value: "browser" });
  await expect(page.getByLabel("Language")).toHaveValue("browser");
});

test("why a thread is suggested is said in the owner's language", async ({ browsers, hubs }) => {
  const hub = await hubs({});
  await request(hub.url, "/api/threads", { method: "POST", body: { summary: "Order the cable", resume_step: "Ask for the length" } });
  const page = await browsers(german);
  await page.goto(hub.url + "/ui/");
  await expect(page.getByText("Grund: der nächste Schritt ist notiert.")).toBeVisible();
  await look(page, "language-now-de");
  const french = await browsers({ locale: "fr-FR" });
  await french.goto(hub.url + "/ui/");
  await expect(french.getByText("Raison : la prochaine étape est notée.")).toBeVisible();
});

test("what fails is said in the owner's language", async ({ browsers, hubs }) => {
  const hub = await hubs({ HUB_BACKUP_DIR: "/mnt/no/such/disk" });
  const page = await browsers(german);
  await page.goto(hub.url + "/ui/");
  await expect(page.locator(".problems")).toContainText("Sicherungen schlagen fehl: der Ordner /mnt/no/such/disk fehlt; lege ihn an oder schließe sein Laufwerk an.");
  await look(page, "language-problem-de");
});

test("what is wrong in a form is said in the owner's language", async ({ browsers, hubs }) => {
  const hub = await hubs({});
  const page = await browsers(german);
  await page.goto(hub.url + "/ui/capture");
  await page.getByRole("dialog").getByRole("textbox").first().fill("x".repeat(501));
  await page.getByRole("dialog").getByRole("textbox").first().press("Enter");
  await expect(page.getByRole("dialog")).toContainText("Höchstens 500 Zeichen, nicht 501.");
  await look(page, "language-form-de");
  const japanese = await browsers({ locale: "ja" });
  await japanese.goto(hub.url + "/ui/capture");
  await japanese.getByRole("dialog").getByRole("textbox").first().fill("x".repeat(501));
  await japanese.getByRole("dialog").getByRole("textbox").first().press("Enter");
  await expect(japanese.getByRole("dialog")).toContainText("500 文字までです。今は 501 文字です。");
});
