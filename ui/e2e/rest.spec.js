// Reminders, search, the palette, the settings and the first steps, on a phone and on a desk.
import { begin, button, expect, field, said, test, token, undo } from "./fixture.js";
import { request, tell } from "./hub.js";
import { look as fromAllSides } from "./look.js";
import { receiver } from "./receiver.js";

const sizes = [["phone", { width: 390, height: 844 }], ["desk", { width: 1280, height: 800 }]];

const row = (page, name) => page.getByRole("link", { name });

for (const [size, viewport] of sizes) {
  test.describe(size, () => {
    /** Each state is looked at once, at all sizes. */
    const look = async (page, name) => {
      if (size !== "desk") return;
      await fromAllSides(page, name);
      await page.setViewportSize(viewport);
    };
    test.beforeEach(async ({ page }) => { await page.setViewportSize(viewport); });

    test("a reminder, from the first word to the last", async ({ page, hubs }) => {
      const hub = await hubs({});
      await tell(hub, "PUT", "/api/preferences", { timezone: "Asia/Tokyo" });
      await tell(hub, "POST", "/api/projects", { slug: "home", title: "Home" });
      await page.goto(hub.url + "/ui/reminders");
      await expect(page.getByRole("heading", { name: "Nothing to remember" })).toBeVisible();
      await look(page, "reminders-empty");
      await page.getByRole("link", { name: "Add a reminder" }).click();
      await button(page, "Custom…").click();
      await button(page, "Add reminder").click();
      await expect(page.getByText("Write what to remind you of.")).toBeVisible();

      // What is typed stays, also when one looks at something else or the hub refuses it.
      await field(page, "Remind me to").fill("Water the plants");
      await page.goBack();
      await page.getByRole("link", { name: /^Add/ }).first().click();
      await expect(field(page, "Remind me to")).toHaveValue("Water the plants");
      await page.getByLabel("When", { exact: true }).selectOption("Advanced (RRULE)");
      await field(page, "Rule of RFC 5545").fill("FREQ=SOMETIMES");
      await button(page, "Add reminder").click();
      await expect(page.getByText("must be a rule of RFC 5545", { exact: false })).toBeVisible();
      await expect(field(page, "Remind me to")).toHaveValue("Water the plants");
      await page.getByLabel("When", { exact: true }).selectOption("Custom…");
      await page.getByLabel("First on").fill("2099-01-05T07:30"); // a Monday
      await page.getByLabel("Monday").check();
      await page.getByLabel("Thursday").check();
      await expect(page.getByText("Every Monday and Thursday at 07:30")).toBeVisible();
      await page.getByLabel("Project", { exact: true }).selectOption("Home");
      await look(page, "reminder-new");
      await button(page, "Add reminder").click();

      await expect(page.getByRole("heading", { level: 2, name: "Water the plants" })).toBeVisible();
      await expect(page.getByRole("list").filter({ hasText: "2099 at 07:30" }).getByRole("listitem")).toHaveText([/Monday, 5 January 2099/, /Thursday, 8 January/, /Monday, 12 January/]);
      const [made] = await tell(hub, "GET", "/api/reminders");
      expect(made).toMatchObject({ rrule: "FREQ=WEEKLY;BYDAY=MO,TH", next_at: "2099-01-04T22:30:00.000Z", project_slug: "home" });
      await look(page, "reminder");

      await button(page, "Edit").click();
      await field(page, "Remind me to").fill("Water all plants");
      await button(page, "Save").click();
      await expect(page.getByRole("heading", { level: 2, name: "Water all plants" })).toBeVisible();
      await undo(page, "Saved.");
      await expect(page.getByRole("heading", { level: 2, name: "Water the plants" })).toBeVisible();
      await button(page, "A date").click();
      await expect(page.getByLabel("Snooze until")).toHaveValue("2099-01-06T07:30");
      await page.getByLabel("Snooze until").fill("2099-01-04T09:00");
      await page.getByRole("button", { name: "Snooze", exact: true }).click();
      await expect(page.getByText("It comes later than that already. To have it earlier, edit it.")).toBeVisible();
      await expect(button(page, "Snooze: Tomorrow")).toHaveCount(0); // nor a length that ends before
      await page.getByLabel("Snooze until").fill("2099-01-06T09:00");
      await page.getByRole("button", { name: "Snooze", exact: true }).click();
      await expect(page.getByText("Snoozed.", { exact: true })).toBeVisible();
      await expect.poll(async () => (await tell(hub, "GET", "/api/reminders"))[0].next_at).toBe("2099-01-06T00:00:00.000Z"); // 09:00 in Tokyo
      await button(page, "Delete").click();
      await expect(page.getByRole("heading", { name: "Nothing to remember" })).toBeVisible();
      await undo(page, "Deleted.");
      await expect(row(page, "Water the plants")).toBeVisible();
    });

    test("what is due is done or put off from the list", async ({ page, hubs }) => {
      const hub = await hubs({});
      for (const text of ["Call the embassy", "Renew the domain"]) await tell(hub, "POST", "/api/reminders", { text, kind: "once", due_at: "2026-01-01T09:00:00Z" });
      await tell(hub, "POST", "/api/reminders", { text: "確定申告の領収書を月ごとに整理する".repeat(6), kind: "session" });
      await tell(hub, "POST", "/api/reminders", { text: "ترتيب صور العائلة", kind: "random" });
      await page.goto(hub.url + "/ui/reminders");
      const list = page.getByRole("region", { name: "Reminders", exact: true }); // on the desk the day is beside it
      await expect(page.getByRole("list", { name: "Due", exact: true }).getByRole("listitem")).toHaveCount(2);
      await look(page, "reminders");
      await button(list.getByRole("listitem").filter({ hasText: "Call the embassy" }), "Done").click();
      await expect(row(list, "Call the embassy")).toHaveCount(0);
      await undo(page, "Done.");
      await expect(row(list, "Call the embassy")).toBeVisible();
      await row(list, "Renew the domain").click();
      await expect(button(page.getByRole("region", { name: "Snooze" }), "Snooze: Tomorrow")).toBeVisible();
      await button(page, "A date").click();
      await page.getByLabel("Snooze until").fill("2020-01-01T09:00");
      await page.getByRole("button", { name: "Snooze", exact: true }).click();
      await expect(page.getByText("Must be in the future.")).toBeVisible();
      await page.goto(hub.url + "/ui/reminders");
      await button(list.getByRole("listitem").filter({ hasText: "Renew the domain" }), "Snooze: 1 hour").click();
      await expect(page.getByRole("list", { name: "Due", exact: true }).getByRole("listitem")).toHaveCount(1);
      await row(list, "Call the embassy").focus();
      await page.keyboard.press("e");
      await expect(row(list, "Call the embassy")).toHaveCount(0);
      await page.getByRole("link", { name: "Done", exact: true }).click();
      await expect(row(list, "Call the embassy")).toBeVisible();
    });

    test("search finds everything, and shows it as text", async ({ page, hubs }) => {
      const hub = await hubs({});
      await tell(hub, "POST", "/api/threads", { summary: "Move the photo library to the NAS", project_slug: "homelab" });
      await tell(hub, "POST", "/api/threads", { summary: "<img src=x onerror=alert(1)> photo <mark>frame</mark>" });
      await tell(hub, "PUT", "/api/wiki/storage", { markdown: "# Storage\n\nPhotos live on the NAS." });
      const { results: [{ id }] } = await tell(hub, "POST", "/api/sessions:batch", { sessions: [{ tool: "codex", session_ref: "a", project_slug: "homelab", title: "Copy the photos", summary: "With checksums\n" + "/srv/photos".repeat(40), open_items: ["2019"], workspace_path: "/srv/photos" }] });
      await page.goto(hub.url + "/ui/search");
      await expect(page.getByLabel("Search everything")).toBeFocused();
      await look(page, "search-empty");
      await page.keyboard.type("photo nas");
      await expect(page.getByRole("list", { name: "Threads", exact: true }).getByRole("listitem")).toHaveCount(2);
      await expect(page).toHaveURL(/\?q=photo\+nas$/);
      await expect(page).toHaveTitle("photo nas, search · Progress Hub");
      await expect(page.getByRole("list", { name: "Pages and progress files" })).toContainText("Storage");
      await expect(page.getByRole("list", { name: "Threads", exact: true }).locator("mark").first()).toHaveText("photo");
      await expect(page.getByText("<img src=x onerror=alert(1)> photo <mark>frame</mark>")).toBeVisible();
      await expect(page.locator("#main img")).toHaveCount(0);
      await look(page, "search");
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("/");
      await expect(page.getByLabel("Search everything")).toBeFocused();
      await page.keyboard.press("ArrowDown");
      await expect(page.getByRole("region", { name: "Already being worked on?" }).getByRole("link")).toBeFocused();

      await page.getByLabel("Search everything").fill("phto");
      await page.getByRole("link", { name: "photo", exact: true }).click();
      await expect(page.getByLabel("Search everything")).toHaveValue("photo");
      await expect(page.getByRole("list", { name: "Threads", exact: true }).locator("mark").first()).toHaveText("photo");

      await page.getByLabel("Search everything").fill("xylophone");
      await expect(page.getByRole("heading", { name: "No results" })).toBeVisible();
      await button(page, "Capture it as a thread").click();
      await expect(page.getByLabel("What is on your mind?")).toHaveValue("xylophone");
      await page.keyboard.press("Escape");
      await page.goto(`${hub.url}/ui/search?session=${id}`);
      await expect(page.getByRole("article", { name: "Past session" })).toContainText("With checksums");
      await look(page, "search-session");
      await page.getByRole("article", { name: "Past session" }).getByRole("link", { name: "homelab" }).click();
      const past = page.getByRole("region", { name: "Past sessions" });
      await expect(past).toContainText("1 left open");
      await past.getByRole("link", { name: "Copy the photos" }).click();
      await expect(page.getByRole("article", { name: "Past session" })).toContainText("With checksums");
    });

    test("what is found comes at once, and stays while more is typed", async ({ page, hubs }) => {
      const hub = await hubs({});
      for (const summary of ["Move the photo library to the NAS", "Print an album"]) await tell(hub, "POST", "/api/threads", { summary });
      let answer;
      const held = new Promise((go) => { answer = go; });
      await page.route(/\/api\/overlap\?.*album/, (route) => held.then(() => route.continue()));
      await page.goto(hub.url + "/ui/search?q=photo");
      const found = page.getByRole("list", { name: "Threads", exact: true }).getByRole("listitem");
      await expect(found).toHaveCount(1);
      const near = page.getByRole("region", { name: "Already being worked on?" });
      const before = await near.innerText();
      // In one go: half a word would be asked about as well, should the typing be slow.
      const [half] = await Promise.all([page.waitForResponse(/\/api\/search\?.*album/), page.getByLabel("Search everything").fill("photo album")]);
      await half.finished();
      await expect(page).toHaveURL(/\?q=photo\+album$/);
      await expect(found).toHaveCount(1);
      expect(await near.innerText()).toBe(before);
      answer();
      await expect(found).toHaveCount(2);
      expect(await near.innerText()).not.toBe(before);
    });

    test("the palette leads anywhere, by keys alone", async ({ page, hubs }) => {
      const hub = await hubs({});
      const { id } = await tell(hub, "POST", "/api/threads", { summary: "Kündigung prüfen", project_slug: "home" });
      await tell(hub, "PUT", "/api/wiki/storage", { markdown: "# Storage layout" });
      await page.goto(hub.url + "/ui/threads");
      await expect(row(page, "Kündigung")).toBeVisible();
      await row(page, "Kündigung").focus();
      const palette = page.getByRole("combobox", { name: "Search or go to" });
      await page.keyboard.press("Control+K");
      await expect(palette).toBeFocused();
      await look(page, "palette");
      await page.keyboard.press("Escape");
      await expect(palette).toHaveCount(0);
      await expect(row(page, "Kündigung")).toBeFocused();

      await page.getByRole("searchbox").focus();
      await page.keyboard.press("Control+K"); // also from within a field
      await page.keyboard.type("kundig");
      await expect(page.getByRole("option", { selected: true })).toContainText("Kündigung prüfen");
      await look(page, "palette-typed");
      await page.keyboard.press("Enter");
      await expect(page).toHaveURL(hub.url + "/ui/threads/" + id);

      await page.keyboard.press("Control+K");
      await page.keyboard.type("mark done");
      await expect(page.getByRole("option", { selected: true })).toContainText("Mark this thread as done");
      await page.keyboard.press("Enter");
      await expect.poll(async () => (await tell(hub, "GET", "/api/threads/" + id)).status).toBe("done");
      await undo(page, "Done: ");
      await expect.poll(async () => (await tell(hub, "GET", "/api/threads/" + id)).status).toBe("open");

      await page.keyboard.press("Control+K");
      await page.keyboard.type("remin");
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("ArrowUp");
      await expect(page.getByRole("option", { selected: true })).toHaveText(/^Remin/);
      await page.keyboard.press("Control+K");
      await expect(palette).toHaveCount(0);
      await page.keyboard.press("Control+K");
      await page.keyboard.type("storage");
      await expect(page.getByRole("option", { selected: true })).toContainText("Storage layout");
      await page.keyboard.press("Enter");
      await expect(page).toHaveURL(hub.url + "/ui/wiki/storage");
    });

    test("the settings say what is so, and change what may be changed", async ({ page, hubs }) => {
      const hub = await hubs({ HUB_STALE_DAYS: "6" });
      await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
      await page.goto(hub.url + "/ui/settings/agents");
      await expect(page.getByText("No program has connected")).toBeVisible();
      await expect(page.getByText(hub.url + "/mcp").first()).toBeVisible();
      await page.getByRole("button", { name: "Copy: Run once, in a terminal" }).click();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`hub connect ${hub.url} --client claude-code`);
      await look(page, "agents");
      await page.getByLabel("Program").selectOption("Codex");
      await expect(page.getByText("bearer_token_env_var")).toBeVisible();
      await page.reload();
      await expect(page.getByLabel("Program")).toHaveValue("codex");

      await page.goto(hub.url + "/ui/settings/alerts");
      await expect(field(page, "Call a thread quiet after")).toHaveValue("6 days");
      await expect(field(page, "Call a thread quiet after")).not.toBeEditable();
      await expect(page.getByText("HUB_STALE_DAYS")).toBeVisible();
      await page.getByLabel("Time zone").focus(); // all the names come then
      await page.getByLabel("Time zone").selectOption("Asia/Tokyo");
      await expect.poll(async () => (await tell(hub, "GET", "/api/preferences")).timezone).toBe("Asia/Tokyo");
      await expect(said(page, "Saved.")).toHaveCount(1); // sent once
      await undo(page, "Saved.");
      await expect(page.getByLabel("Time zone")).toHaveValue("");

      await page.goto(hub.url + "/ui/settings/data");
      await expect(page.getByText(`hub export -o hub-backup.zip --data ${hub.data}`)).toBeVisible();
      await look(page, "data");

      await page.goto(hub.url + "/ui/settings/app");
      await page.getByRole("radio", { name: "Dark" }).check();
      await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
      await page.getByRole("radio", { name: "Device" }).check();
      await expect(page.locator("html")).toHaveAttribute("data-theme", "system");
      await page.getByRole("switch", { name: "Single keys are shortcuts" }).click();
      await expect.poll(async () => (await tell(hub, "GET", "/api/preferences")).keys).toBe(false);
      await page.getByText("What this page is made of").click();
      await page.getByText(/^preact \d/).click();
      await expect(page.getByRole("group", { name: "Licence of preact" })).toContainText("Permission is hereby granted");
      await look(page, "app");
    });

    test("alerts go where they shall, and the log says so", async ({ page, hubs }) => {
      const hub = await hubs({});
      const gateway = await receiver();
      const url = gateway.url + "/hooks/wake";
      await page.goto(hub.url + "/ui/settings/alerts");
      await expect(page.getByText("Nothing has been sent yet.")).toBeVisible();
      await field(page, "Webhook URL").fill(url);
      await field(page, "Schedule").fill("61 9 * * *");
      await button(page, "Save").click();
      await expect(field(page, "Schedule")).toHaveAttribute("aria-invalid", "true");
      await expect(field(page, "Webhook URL")).toHaveValue(url); // nothing typed is lost
      await field(page, "Schedule").fill("30 8 * * 1-5");
      await page.getByLabel("Token of the gateway", { exact: true }).fill("gateway-secret");
      await button(page, "Save").click();
      await expect(page.getByText("Every weekday at 08:30")).toBeVisible();
      await expect(page.getByRole("list", { name: "Next three" }).getByRole("listitem")).toHaveCount(3);
      await expect(page.getByLabel("Token of the gateway", { exact: true })).toHaveValue("");
      expect(await page.content()).not.toContain("gateway-secret");
      await button(page, "Send a test").click();
      await expect(page.getByRole("row").filter({ hasText: "Test" })).toContainText("Sent");
      expect(gateway.got).toEqual([{ path: "/hooks/wake", headers: expect.objectContaining({ authorization: "Bearer gateway-secret" }), body: expect.objectContaining({ mode: "now" }) }]);
      await look(page, "alerts");
      await page.getByRole("switch", { name: "Send alerts" }).click();
      await expect.poll(async () => (await tell(hub, "GET", "/api/gateway")).enabled).toBe(false);
      gateway.close();
    });

    test("who called is told, and what went wrong for them", async ({ page, hub }) => {
      for (const to of ["/api/threads", "/api/threads?limit=900"]) await request(hub.url, to, { headers: { Authorization: "Bearer " + token, "User-Agent": "codex/2.0" } });
      await request(hub.url, "/mcp", { method: "POST", body: { jsonrpc: "2.0", id: 1, method: "tools/list" }, headers: { "User-Agent": "lost/1.0" } });
      await begin(page, hub);
      await page.goto(hub.url + "/ui/settings/agents");
      const seen = page.getByRole("listitem").filter({ hasText: "codex" });
      await expect(seen).toContainText("Connected");
      await expect(seen).toContainText("GET /api/threads");
      await expect(seen).toContainText("Last error");
      await expect(page.getByRole("listitem").filter({ hasText: "lost" })).toContainText("Arrived without a credential");
      expect(await page.content()).not.toContain(token);
      await look(page, "agents-seen");
    });

    test("the sample comes and goes, and leaves what is the owner's", async ({ page, hubs }) => {
      const hub = await hubs({});
      await page.goto(hub.url + "/ui/threads");
      await look(page, "threads-new");
      await button(page, "Load sample data").click();
      await expect(row(page, "Hand over the old flat")).toBeVisible();
      await expect(page.getByText("Sample data loaded.")).toBeVisible();
      expect(await tell(hub, "GET", "/api/threads?project=sample&status=open,blocked,done,dismissed")).toHaveLength(6);
      const mine = await tell(hub, "POST", "/api/threads", { summary: "My own thread", project_slug: "sample" });
      const reminder = await tell(hub, "POST", "/api/reminders", { text: "My own reminder", kind: "session", project_slug: "sample" });

      await page.goto(hub.url + "/ui/settings/data");
      await look(page, "data-sample");
      await button(page, "Remove sample data").click();
      await expect(page.getByText("2 things of yours moved out of it")).toBeVisible();
      expect((await tell(hub, "GET", "/api/threads?status=open,blocked,done,dismissed")).map(({ id }) => id)).toEqual([mine.id]);
      expect((await tell(hub, "GET", "/api/reminders?state=all")).map(({ id }) => id)).toEqual([reminder.id]);
      await undo(page, "moved out of it");
      await expect(button(page, "Remove sample data")).toBeVisible();
      await expect.poll(async () => (await tell(hub, "GET", "/api/threads?project=sample&status=open,blocked,done,dismissed")).length).toBe(6);
    });

    test("only an agent that calls over MCP is connected, and stays so", async ({ page, hubs }) => {
      const hub = await hubs({});
      const tick = page.getByRole("listitem").filter({ hasText: "Connect an agent" }).locator(".status");
      await request(hub.url, "/api/threads", { headers: { "User-Agent": "curl/8.5" } });
      await tell(hub, "POST", "/api/threads", { summary: "By a script", source_tool: "curl" });
      await page.clock.install();
      await page.goto(hub.url + "/ui/");
      await expect(tick).toHaveText("To do: ");

      await tell(hub, "POST", "/mcp", { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "session_digest", arguments: {} } });
      await page.clock.fastForward(31_000); // no event tells of it
      await expect(tick).toHaveText("Done: ");
      await expect.poll(async () => (await tell(hub, "GET", "/api/preferences")).first_steps).toEqual(["agent"]); // also when the hub forgets who called
    });

    test("the first steps go once they are done", async ({ page, hubs }) => {
      const hub = await hubs({});
      await page.goto(hub.url + "/ui/");
      const steps = page.getByRole("region", { name: /^First steps/ });
      await expect(steps).toContainText("0 of 3"); // nobody needs a password on the hub's own machine
      await look(page, "first-steps");
      await steps.getByRole("link", { name: "Connect" }).click();
      await expect(page.getByRole("heading", { name: "Connect a program" })).toBeVisible();
      await page.goBack();
      await button(steps, "Connect an agent: done").click();
      await expect(steps).toContainText("1 of 3");
      await undo(page, "Done.");
      await expect(steps).toContainText("0 of 3");
      await button(steps, "Hide").click();
      await expect(steps).toHaveCount(0);
      await expect.poll(async () => (await tell(hub, "GET", "/api/preferences")).first_steps).toEqual(["password", "agent", "thread", "backup"]);
      await page.reload();
      await expect(button(page, "Load sample data")).toBeVisible();
      await expect(steps).toHaveCount(0);
    });
  });
}
