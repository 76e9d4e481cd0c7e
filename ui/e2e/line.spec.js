// Reminders by one line, and the day that stands beside their list.
import { textFactor } from "./enlarge.js";
import { button, expect, field, said, test, undo } from "./fixture.js";
import { tell } from "./hub.js";
import { look } from "./look.js";

const line = (page) => field(page, "What, and when");
const inBerlin = async (hubs) => {
  const hub = await hubs({});
  await tell(hub, "PUT", "/api/preferences", { timezone: "Europe/Berlin" });
  return hub;
};
/** Where the day has room beside the list. */
const roomy = { width: 1440 * textFactor, height: 900 * textFactor };
/** A moment so many minutes from now. */
const minutes = (n) => new Date(Date.now() + n * 60_000).toISOString();

test("a line is read while it is typed, and Enter saves what was read", async ({ page, hubs }) => {
  const hub = await inBerlin(hubs);
  await page.goto(hub.url + "/ui/reminders/new");
  await expect(line(page)).toBeFocused();
  await page.keyboard.type("call Mum every 2nd Tuesday 9:00");
  await expect(page.getByText("call Mum: Every 2 weeks on Tuesday at 09:00")).toBeVisible();
  const next = page.getByRole("list", { name: "Next 3 times" });
  await expect(next.getByRole("listitem")).toHaveText([/^Tue.*09:00/, /^Tue.*09:00/, /^Tue.*09:00/]);
  await look(page, "line-read");

  // The other reading is one press away, and so is the way back.
  await button(page, "Or: Every month on the second Tuesday at 09:00").click();
  await expect(page.getByText("call Mum: Every month on the second Tuesday at 09:00")).toBeVisible();
  await expect(button(page, "Or: Every 2 weeks on Tuesday at 09:00")).toBeFocused();
  const shown = await next.getByRole("time").evaluateAll((all) => all.map(({ dateTime }) => dateTime));
  await line(page).press("Enter");
  await expect(page.getByRole("heading", { level: 2, name: "call Mum" })).toBeVisible();
  const [made] = await tell(hub, "GET", "/api/reminders");
  expect(made).toMatchObject({ text: "call Mum", kind: "rrule", rrule: "FREQ=MONTHLY;BYDAY=2TU" });
  expect((await tell(hub, "GET", "/api/reminders/" + made.id)).upcoming).toEqual(shown);
});

test("hours and working days come when the hub says that they do", async ({ page, hubs }) => {
  const hub = await inBerlin(hubs);
  for (const [text, said, rrule] of [
    ["every 2 hours stretch", /^stretch: Every 2 hours from \d\d:\d\d$/, "FREQ=HOURLY;INTERVAL=2"],
    ["timesheet on the last working day of the month 16:00", "timesheet: Every month on the last working day at 16:00", "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1"],
  ]) {
    await page.goto(hub.url + "/ui/reminders/new");
    await expect(line(page)).toBeFocused();
    await page.keyboard.type(text);
    await expect(page.getByText(said)).toBeVisible();
    const shown = await page.getByRole("list", { name: "Next 3 times" }).getByRole("time").evaluateAll((all) => all.map(({ dateTime }) => dateTime));
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 2, name: text.split(" ").at(rrule.includes("HOURLY") ? -1 : 0) })).toBeVisible();
    const made = (await tell(hub, "GET", "/api/reminders")).find((one) => one.rrule === rrule);
    const { upcoming } = await tell(hub, "GET", "/api/reminders/" + made.id);
    expect(upcoming).toHaveLength(shown.length);
    // Hours are counted from the moment of Enter.
    upcoming.forEach((at, i) => expect(Math.abs(Date.parse(at) - Date.parse(shown[i]))).toBeLessThan(60_000));
  }
});

test("a line without a time asks for one, and guesses none", async ({ page, hubs }) => {
  const hub = await inBerlin(hubs);
  await page.goto(hub.url + "/ui/reminders/new");
  await expect(line(page)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Write what to remind you of.")).toBeVisible();
  await page.keyboard.type("buy milk");
  await expect(page.getByText("buy milk: When?")).toBeVisible();
  await look(page, "line-asks");
  await page.keyboard.press("Enter");
  await expect(button(page, "Tomorrow 09:00")).toBeFocused();
  expect(await tell(hub, "GET", "/api/reminders")).toEqual([]);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 2, name: "buy milk" })).toBeVisible();
  const [made] = await tell(hub, "GET", "/api/reminders");
  expect(made).toMatchObject({ text: "buy milk", kind: "once" });
  expect(new Date(made.due_at).toLocaleTimeString("en-GB", { timeZone: "Europe/Berlin" })).toBe("09:00:00");
});

test("a line goes on in the form, with what was read", async ({ page, hubs }) => {
  const hub = await inBerlin(hubs);
  await page.goto(hub.url + "/ui/reminders/new?text=" + encodeURIComponent("report every month on the last day 17:00"));
  await expect(page.getByText("report: Every month on the last day at 17:00")).toBeVisible();
  await button(page, "Custom…").click();
  await expect(field(page, "Remind me to")).toBeFocused();
  await expect(field(page, "Remind me to")).toHaveValue("report");
  await expect(page.getByLabel("On", { exact: true })).toHaveValue("lastDay");
  await page.getByLabel("First on").fill("2099-05-12T17:00"); // a Tuesday, the second
  await page.getByLabel("On", { exact: true }).selectOption("the second Tuesday");
  await expect(page.getByText("Every month on the second Tuesday at 17:00")).toBeVisible();
  await button(page, "Add reminder").click();
  await expect(page.getByRole("heading", { level: 2, name: "report" })).toBeVisible();
  expect(await tell(hub, "GET", "/api/reminders")).toMatchObject([{ rrule: "FREQ=MONTHLY;BYDAY=2TU", next_at: "2099-05-12T15:00:00.000Z" }]);
});

test("the palette reads the line too", async ({ page, hubs }) => {
  const hub = await inBerlin(hubs);
  await page.goto(hub.url + "/ui/reminders");
  await expect(page.getByRole("heading", { level: 1, name: "Reminders" })).toBeVisible();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("water the plants every 3 days at 8");
  const offer = page.getByRole("option", { name: "Remind me of “water the plants”" });
  await expect(offer).toContainText("Every 3 days at 08:00");
  await look(page, "line-palette");
  await offer.click();
  await expect(page.getByText("water the plants: Every 3 days at 08:00")).toBeVisible();
});

test("it names the clock that it goes by, where the device has another", async ({ browsers, hubs }) => {
  const hub = await inBerlin(hubs);
  const page = await browsers({ timezoneId: "Asia/Tokyo" });
  await page.goto(hub.url + "/ui/reminders/new");
  await expect(page.getByText(/^On the hub's clock, Europe\/Berlin: it is \d\d:\d\d there\.$/)).toBeVisible();
  await line(page).fill("tea in 20 min");
  await expect(page.getByText(/^tea: Once, /)).toBeVisible();
  await line(page).press("Enter");
  await expect(page.getByRole("heading", { level: 2, name: "tea" })).toBeVisible();
  const [{ due_at: due }] = await tell(hub, "GET", "/api/reminders");
  expect(Math.abs(Date.parse(due) - Date.now() - 20 * 60_000)).toBeLessThan(60_000);
});

test("the day: what waits, what comes, and now between", async ({ page, hubs }) => {
  const hub = await hubs({});
  await tell(hub, "PUT", "/api/preferences", { timezone: "UTC" });
  await tell(hub, "POST", "/api/reminders", { text: "Reply to Jonas", kind: "once", due_at: "2026-01-01T09:00:00Z" });
  await tell(hub, "POST", "/api/reminders", { text: "Take the tablets", kind: "daily", due_at: "2026-01-01T00:00:00Z" });
  const shelf = await tell(hub, "POST", "/api/threads", { summary: "Order the second rack shelf", project_slug: "homelab" });
  await tell(hub, "POST", `/api/threads/${shelf.id}/snooze`, { until: minutes(24 * 60) });
  const cache = await tell(hub, "POST", "/api/threads", { summary: "Cache the Go build", project_slug: "shop" });
  await tell(hub, "POST", `/api/threads/${cache.id}/claim`, { holder: "codex" });

  await page.setViewportSize(roomy);
  await page.goto(hub.url + "/ui/reminders");
  const [today, tomorrow] = ["Today", "Tomorrow"].map((name) => page.getByRole("region", { name: new RegExp(`^${name} `) }));
  await expect(today.getByRole("link", { name: "Reply to Jonas" })).toBeVisible();
  await expect(today.locator("[aria-current=time]")).toHaveCount(1);
  await expect(tomorrow.getByRole("link", { name: "Take the tablets" })).toBeVisible();
  await expect(tomorrow.getByText("Snoozed until now: Order the second rack shelf")).toBeVisible();
  await expect(page.getByText("Cache the Go build is free again")).toBeVisible();
  await look(page, "day");
  await page.setViewportSize(roomy);
  await button(today, "Done: Reply to Jonas").click();
  await expect(button(today, "Done: Reply to Jonas")).toHaveCount(0);
  await expect(today.getByRole("listitem").filter({ hasText: "Reply to Jonas" })).toContainText("Done"); // quiet, at its time
  await undo(page, "Done.");
  await expect(button(today, "Done: Reply to Jonas")).toBeVisible();

  // A line can be added from here, and the next one after it.
  await line(page).fill("tea in 5 min");
  await page.keyboard.press("Enter");
  await expect(said(page, "Added.")).toBeVisible();
  await expect(line(page)).toHaveValue("");
  await expect(line(page)).toBeFocused();
  await undo(page, "Added.");
  await expect.poll(async () => (await tell(hub, "GET", "/api/reminders")).map(({ text }) => text).sort()).toEqual(["Reply to Jonas", "Take the tablets"]);

  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole("list", { name: "Due", exact: true })).toBeVisible();
  await expect(today).toHaveCount(0); // the list is the pane
});

test("what is due has its answers in every language, and times of a day are clock times", async ({ browsers, hubs }) => {
  const hub = await hubs({});
  await tell(hub, "PUT", "/api/preferences", { timezone: "UTC" });
  const tomorrow = minutes(24 * 60).slice(0, 10);
  await tell(hub, "POST", "/api/reminders", { text: "Zahnarzt", kind: "once", due_at: tomorrow + "T09:30:00Z" });
  await tell(hub, "POST", "/api/reminders", { text: "Müll", kind: "once", due_at: minutes(-1) });
  const page = await browsers({ locale: "de-DE", viewport: { width: 390, height: 844 } });
  await page.goto(hub.url + "/ui/reminders");
  await expect(button(page.getByRole("listitem").filter({ hasText: "Müll" }), "Erledigt")).toBeVisible();
  await expect(page.getByText(/^Wartet seit /)).toBeVisible();
  await expect(page.getByRole("list", { name: "Morgen" }).getByRole("time")).toHaveText("09:30");
});

test("a reminder that is found says when it comes", async ({ page, hubs }) => {
  const hub = await inBerlin(hubs);
  await tell(hub, "POST", "/api/reminders", { text: "Renew the domain", kind: "once", due_at: "2099-05-04T09:30:00Z" });
  await tell(hub, "POST", "/api/reminders", { text: "Read the domain's notes", kind: "session" });
  await page.goto(hub.url + "/ui/search?q=domain");
  await expect(page.getByRole("link", { name: "Renew the domain" }).getByRole("time")).toHaveText("4 May 2099");
  await expect(page.getByRole("link", { name: "Read the domain's notes" }).getByRole("time")).toHaveCount(0);
});

test("what is asked for does not meet the draft of something else, and none of them is lost", async ({ page, hubs }) => {
  const hub = await inBerlin(hubs);
  await page.goto(hub.url + "/ui/reminders/new");
  await button(page, "Custom…").click();
  await field(page, "Remind me to").fill("sort the cellar");
  await page.getByLabel("When", { exact: true }).selectOption("Custom…");
  const every = page.getByRole("spinbutton", { name: "Every" });
  await every.press("End");
  await every.press("Backspace");
  await every.pressSequentially("2");
  await expect(every).toHaveValue("2");
  await page.keyboard.press("Control+k");
  await page.keyboard.type("pay rent friday 9:00");
  await page.getByRole("option", { name: "Remind me of “pay rent”" }).click();
  await expect(line(page)).toHaveValue("pay rent friday 9:00");
  await line(page).press("Enter");
  await expect(page.getByRole("heading", { level: 2, name: "pay rent" })).toBeVisible();
  // Neither does what goes on in the form from the line beside the list.
  await page.setViewportSize(roomy);
  await page.getByRole("link", { name: "Reminders", exact: true }).first().click();
  await line(page).fill("water the plants");
  await button(page, "Custom…").click();
  await expect(field(page, "Remind me to")).toHaveValue("water the plants");
  await button(page, "Discard").click();
  await expect(line(page)).toHaveValue(""); // it went on in the form, and is not asked for again
  await page.keyboard.press("Control+k");
  await page.getByRole("option", { name: "Add a reminder" }).click();
  await expect(field(page, "Remind me to")).toHaveValue("sort the cellar");
  await expect(every).toHaveValue("2");
});

test("one that the hub has, though its answer was lost, is not added twice", async ({ page, hubs }) => {
  const hub = await inBerlin(hubs);
  await page.goto(hub.url + "/ui/reminders/new");
  await page.route("**/api/reminders", async (route) => {
    if (route.request().method() !== "POST") return route.fallback();
    await route.fetch();
    await route.fulfill({ status: 503, contentType: "text/html", body: "Unavailable" }); // of a proxy
  }, { times: 1 });
  await line(page).fill("call Mum tomorrow 9:00");
  await line(page).press("Enter");
  await expect(page.getByRole("alert").filter({ hasText: "Not saved." })).toBeVisible();
  await line(page).press("Enter");
  await expect(page.getByRole("heading", { level: 2, name: "call Mum" })).toBeVisible();
  expect(await tell(hub, "GET", "/api/reminders")).toHaveLength(1);
});
