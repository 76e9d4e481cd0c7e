// Now: from opening the page to having started, put down and finished a thread.
import { begin, button, expect, heading, long, said, test, token, undo } from "./fixture.js";
import { addThread, request } from "./hub.js";
import { enlarge } from "./enlarge.js";
import { look } from "./look.js";
import { visit } from "./thread.js";

const summary = "Move the photo library to the new NAS";
const title = (page, name) => page.getByRole("heading", { level: 2, name });
const wide = { width: 1280, height: 800 };
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };

/** What the hub says of a thread. */
async function thread(hub, id) {
  const { text } = await request(hub.url, "/api/threads/" + id, { headers: { Authorization: "Bearer " + token } });
  return JSON.parse(text);
}

for (const [size, options] of [["desktop", {}], ["phone", phone]]) {
  test(`start, pause with a note, resume, done, undo: ${size}`, async ({ browsers, hub }) => {
    const page = await browsers(options);
    const seen = async (name) => { // it looks at all widths, so once is enough
      if (options !== phone) await look(page, name);
      await page.setViewportSize(options.viewport ?? wide);
    };
    const { id } = await addThread(hub.url, { summary, project_slug: "homelab", source_tool: "codex", focus: "counts for 2019 match", next_steps: ["compare the `2020` counts"], tried: [{ what: "zfs send", why_not: "dropped twice" }] });
    await begin(page, hub);
    await page.getByRole("link", { name: "Now", exact: true }).filter({ visible: true }).click();
    await expect(heading(page, "Now")).toBeFocused();

    // Nothing is chosen yet: one suggestion, and why.
    await expect(page.getByText("Because:")).toBeVisible();
    await seen("now-suggestion");
    await button(page, "Take this one").click();
    await expect(button(page, "Resume")).toBeVisible();
    await addThread(hub.url, { summary: "Label the rack cables" });
    await expect(page.getByRole("link", { name: "Label the rack cables" })).toBeVisible();
    await expect(title(page, summary)).toBeVisible();
    await expect(page.getByText("compare the 2020 counts")).toBeVisible();
    await expect(page.getByText("counts for 2019 match")).toBeVisible();
    await seen("now-ready");

    await page.getByRole("radio", { name: "15" }).check();
    await button(page, "Resume").click();
    await expect(page.getByText("15 minutes left of 15")).toBeVisible();
    await expect(page.getByText("The rest is tucked away while you work.")).toBeVisible();
    await expect.poll(async () => (await thread(hub, id)).lease?.holder).toBe("the owner");
    await seen("now-working");

    await button(page, "Pause with a note").click();
    const note = page.getByLabel("When you come back, what is the first thing to do?");
    await expect(note).toBeFocused();
    await button(page, "Save and pause").click();
    await expect(page.getByText("Write one step, so that coming back is easy.")).toBeVisible();
    await button(page, "Use the next step").click();
    await expect(note).toHaveValue("compare the `2020` counts");
    await note.fill("Start at 2021/");
    await seen("now-pausing");
    await button(page, "Save and pause").click();
    await expect(page.getByText("Your note to yourself")).toBeVisible();
    await expect(page.getByText("Start at 2021/")).toBeVisible();
    await expect.poll(async () => (await thread(hub, id)).resume_step).toBe("Start at 2021/");
    expect((await thread(hub, id)).lease).toBeNull();

    await button(page, "Done").click();
    await expect(title(page, summary)).toHaveCount(0);
    await expect.poll(async () => (await thread(hub, id)).status).toBe("done");
    await undo(page, "Done: ");
    await expect.poll(async () => (await thread(hub, id)).status).toBe("open");
    await expect(title(page, summary)).toBeVisible();

    await button(page, "Snooze").click();
    await expect(said(page, /^Snoozed until/)).toBeVisible();
    await expect.poll(async () => Boolean((await thread(hub, id)).snoozed_until)).toBe(true);
  });
}

test("the focus timer outlives a reload, and is silent once the thread is put down", async ({ browsers, hub }) => {
  const page = await browsers();
  await page.clock.install();
  for (const summary of ["Water the plants", "Call the embassy"]) await addThread(hub.url, { summary });
  await begin(page, hub);
  const ask = async (path) => JSON.parse((await request(hub.url, path, { headers: { Authorization: "Bearer " + token } })).text);
  const over = page.getByText("15 minutes are over.", { exact: false });
  const left = page.getByText("15 minutes left of 15");
  const start = async () => {
    await page.goto(hub.url + "/ui/");
    await button(page, "Take this one").click();
    await page.getByRole("radio", { name: "15" }).check();
    await button(page, "Start").click();
    await expect(left).toBeVisible();
  };
  await start();
  // The page runs ahead, and leaving it drops what is under way.
  await expect.poll(async () => (await ask("/api/threads")).map(({ lease }) => lease?.holder).filter(Boolean)).toEqual(["the owner"]);
  await expect.poll(async () => (await ask("/api/preferences")).focus_minutes).toBe(15);
  await page.reload();
  await expect(left).toBeVisible();
  await page.clock.fastForward("15:01");
  await expect(over).toBeVisible();
  await expect(page.getByText("left of 15", { exact: false })).toHaveCount(0);
  await page.reload();
  await button(page, "Done").click();
  await expect(page.getByText("Done:", { exact: false }).first()).toBeVisible(); // the hub has it
  await page.clock.setSystemTime(new Date()); // the hub's, which begins the next stretch
  await start();
  await button(page, "Done").click();
  await expect(page.getByText("Done:", { exact: false }).first()).toBeVisible();
  await page.clock.fastForward("15:01");
  await expect(over).toHaveCount(0);
});

test("a change the hub refuses is taken back, and says why", async ({ page, hub }) => {
  const { id } = await addThread(hub.url, { summary, next_steps: ["compare"] });
  await begin(page, hub);
  await request(hub.url, "/api/now", { method: "PUT", body: { thread_id: id }, headers: { Authorization: "Bearer " + token } });
  await page.getByRole("link", { name: "Now", exact: true }).click();
  await expect(title(page, summary)).toBeVisible();
  let answer;
  await page.route("**/done", async (route) => {
    await new Promise((resolve) => { answer = resolve; });
    await route.fulfill({ status: 503, contentType: "application/problem+json", body: JSON.stringify({ detail: "the disk is full" }) });
  });
  await button(page, "Done").click();
  await expect(title(page, summary)).toHaveCount(0); // the hub's answer is held until then
  await expect.poll(() => Boolean(answer)).toBe(true);
  answer();
  await expect(page.getByRole("alert").filter({ hasText: "It is not marked as done. The disk is full." })).toBeVisible();
  await expect(title(page, summary)).toBeVisible();
  await page.unroute("**/done");
  await button(page, "Try again").click();
  await expect(title(page, summary)).toHaveCount(0);
  await expect.poll(async () => (await thread(hub, id)).status).toBe("done"); // the page runs ahead
});

test("what an agent does shows without a reload", async ({ page, hub }) => {
  const { id } = await addThread(hub.url, { summary, next_steps: ["compare"] });
  await begin(page, hub);
  await expect(page.locator(".live")).toHaveText("Live");
  const agent = { method: "POST", headers: { Authorization: "Bearer " + token } };
  await request(hub.url, `/api/threads/${id}/claim`, { ...agent, body: { holder: "Codex on werkbank" } });
  await expect(page.getByText("Codex on werkbank is on it")).toBeVisible();
  await addThread(hub.url, { summary: "Found by an agent" });
  await expect(page.getByRole("link", { name: "Found by an agent" })).toBeVisible();
  await expect(page.getByRole("link", { name: /^Open 2/ })).toBeVisible();
});

for (const [size, viewport] of [["phone", { width: 390, height: 844 }], ["desk", { width: 1280, height: 800 }]]) {
  test(`nothing that is seen moves, whichever answer comes last, ${size}`, long, async ({ browsers, hubs }) => {
    const hub = await hubs({});
    await fetch(hub.url + "/api/threads", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ summary: "Oil the door" }) });
    for (const last of ["now", "next", "overview", "preferences", "clients", "server", "threads?limit", "threads?stale", "reminders", "projects"]) {
      const page = await browsers({ viewport });
      await page.addInitScript(() => {
        window.moved = 0;
        new PerformanceObserver((list) => list.getEntries().forEach((e) => { window.moved += e.value; })).observe({ type: "layout-shift", buffered: true });
      });
      let go;
      const held = new Promise((done) => { go = done; });
      await page.route((url) => (url.pathname + url.search).startsWith("/api/" + last), async (route) => {
        await held;
        await route.continue();
      });
      await page.goto(hub.url + "/ui/");
      await expect(page.locator(".live")).toHaveText("Live");
      await page.evaluate(() => new Promise((done) => { setTimeout(done, 500); })); // all else is drawn
      go();
      await expect(page.getByRole("heading", { name: "Oil the door" })).toBeVisible();
      await expect(page.getByRole("heading", { name: /^First steps/ })).toBeVisible();
      expect(await page.evaluate(() => new Promise((done) => { setTimeout(() => done(window.moved), 300); })), last).toBeLessThanOrEqual(0.02);
      await page.close();
    }
  });
}

test("what is on Now starts and pauses by a key, and a note is saved by two", async ({ page, hub }) => {
  const { id } = await addThread(hub.url, { summary: "Label the rack cables", next_steps: ["print the labels"] });
  await begin(page, hub);
  await request(hub.url, "/api/now", { method: "PUT", headers: { Authorization: "Bearer " + token }, body: { thread_id: id } });
  await page.goto(hub.url + "/ui/");
  await expect(button(page, "Start")).toBeVisible();
  await page.keyboard.press("p");
  await expect(button(page, "Pause with a note")).toBeVisible();
  await expect.poll(async () => (await thread(hub, id)).lease?.holder).toBe("the owner");
  await page.keyboard.press("p");
  const note = page.getByRole("textbox", { name: "When you come back" });
  await expect(note).toBeFocused();
  await page.keyboard.type("p is a letter here");
  await page.keyboard.press("Escape");
  await expect(button(page, "Pause with a note")).toBeVisible();
  await page.keyboard.press("p");
  await expect(note).toHaveValue("p is a letter here"); // what was typed stays
  await page.keyboard.press("Control+Enter");
  await expect.poll(async () => (await thread(hub, id)).resume_step).toBe("p is a letter here");
});

test("it has one column where larger text leaves no room for two, and messages stand at the end", async ({ page, hub }) => {
  await addThread(hub.url, { summary });
  await page.setViewportSize(wide);
  await visit(page, hub, "");
  await expect(title(page, summary)).toBeVisible();
  const columns = () => page.locator(".now").evaluate((now) => getComputedStyle(now).gridTemplateColumns.split(" ").length);
  await enlarge(page, 1);
  await expect.poll(columns).toBe(2);
  await button(page, "Take this one").click();
  await button(page, "Snooze").click();
  const message = await said(page, /^Snoozed until/).boundingBox();
  expect(message.x).toBeGreaterThan(wide.width / 2); // not over the buttons, which stand at the start
  await enlarge(page, 2);
  await expect.poll(columns).toBe(1);
});
