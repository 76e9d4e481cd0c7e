// 500 strings that want to be markup, through every field there is, on every screen that shows
// them: nothing runs, nothing is reported, and what was written stands there as text.
import { readFile } from "node:fs/promises";
import { expect, signIn, button, slack, test, token } from "./fixture.js";
import { request } from "./hub.js";

const file = new URL("../../caddyhub/internal/markdown/testdata/xss.txt", import.meta.url);

/** What the Markdown tests are hostile with, and as much again that breaks out of attributes first. */
async function strings() {
  const lines = (await readFile(file, "utf8")).split("\n").filter((line) => line && !line.startsWith("%%"));
  const plain = lines.filter((line) => !/\\x[89a-f]/i.test(line)) // bytes that are no text can't be sent as JSON
    .map((line) => line.replace(/\\(?:x([0-9a-f]{2})|u([0-9a-f]{4})|U([0-9a-f]{8})|(.))/gi, (_, x, u, U, one) => (one
      ? { n: "\n", t: "\t", r: "\r", a: "\x07", b: "\b", f: "\f", v: "\v" }[one] ?? one
      : String.fromCodePoint(parseInt(x ?? u ?? U, 16)))).replaceAll("\0", "")); // which the hub refuses in every field
  return [...new Set([...plain, ...plain.map((one) => `"'></textarea></title></script>${one}`)])];
}

const chunks = (list, size) => Array.from({ length: Math.ceil(list.length / size) }, (_, i) => list.slice(i * size, (i + 1) * size));

/** Some strings in one field, each on a line where it has lines. */
const joined = (some) => some.join("\n").slice(0, 1_990);

/** Writes them into a hub; what it refuses is no danger, so it tells how many it took of each kind. */
async function fill(hub, all) {
  const taken = {};
  const places = { threads: [], projects: [], pages: [], reminders: [] };
  const call = async (kind, method, to, body, agent = "tester/1") => {
    const { status, text } = await request(hub.url, to, { method, body, headers: { Authorization: "Bearer " + token, "User-Agent": agent } });
    expect(status, text).toBeLessThan(500);
    if (status >= 300) return null;
    taken[kind] = (taken[kind] ?? 0) + 1;
    return text ? JSON.parse(text) : null;
  };
  for (const [i, one] of all.entries()) { // what stands in lists
    const short = one.slice(0, 500);
    await call("summaries", "POST", "/api/threads", { summary: short, source_tool: short.slice(0, 60), focus: one });
    await call("reminder texts", "POST", "/api/reminders", { text: one, kind: "once", due_at: "2030-01-01T11:30:00Z" });
    await call("titles of pages", "PUT", `/api/wiki/hostile/p${i}`, { markdown: `# ${one}\n` });
    if (i < 150) await call("titles of projects", "POST", "/api/projects", { slug: `hostile-${i}`, title: short, description: one });
  }
  for (const [i, some] of chunks(all, 50).entries()) { // and what stands with one thing
    const text = joined(some);
    const steps = chunks(some, 17).map(joined);
    const thread = await call("threads", "POST", "/api/threads", {
      summary: some[0].slice(0, 500) + ` ${i}`, project_slug: `hostile-${i}`, goal: text, focus: text, next_steps: steps, resume_step: text, blocked_reason: text,
      tried: some.map((one) => ({ what: one, why_not: one })), also_known: some.slice(4, 9).map((one) => one.slice(0, 200)).filter((one) => one.trim()), workspace_path: "/srv/" + some[1].replaceAll("/", "").slice(0, 90), transcript_ref: some[2],
    }, some[3].replace(/[^\x20-\x7e]/g, "").slice(0, 60));
    if (thread) {
      places.threads.push(thread.id);
      await call("pauses", "POST", `/api/threads/${thread.id}/pause`, { resume_step: text });
      await call("blocks", "POST", `/api/threads/${thread.id}/block`, { blocked_reason: text });
    }
    const markdown = `# ${some[0].split("\n")[0]}\n\n${some.join("\n\n")}\n\n${some.map((one) => `- [ ] ${one}`).join("\n")}\n`;
    if (await call("progress files", "PUT", `/api/projects/hostile-${i}/progress`, { markdown })) places.projects.push(`hostile-${i}`);
    await call("log entries", "POST", `/api/projects/hostile-${i}/progress/log`, { entry: text });
    if (await call("pages", "PUT", `/api/wiki/hostile/whole-${i}`, { markdown: markdown + some.map((one) => `[[hostile/p${i}|${one}]] [x](${one})`).join("\n\n") })) places.pages.push(`hostile/whole-${i}`);
    const reminder = await call("reminders", "POST", "/api/reminders", { text, kind: "once", due_at: "2030-01-01T11:30:00Z", project_slug: `hostile-${i}` });
    if (reminder) places.reminders.push(reminder.id);
  }
  await call("session records", "POST", "/api/sessions:batch", {
    sessions: all.map((one, i) => ({ tool: i % 2 ? "codex" : one.slice(0, 60), session_ref: `s${i}`, project_slug: `hostile-${i % 10}`, title: one.slice(0, 500), summary: one, open_items: [one] })),
  });
  return { taken, places };
}

/** What of the page could run: handlers, addresses that are programs, elements no screen has. */
const dangers = (page) => page.evaluate(() => {
  const found = [];
  for (const element of document.querySelectorAll("body *")) {
    if (["SCRIPT", "IFRAME", "OBJECT", "EMBED", "FRAME", "BASE", "META", "LINK", "STYLE"].includes(element.tagName) && !element.src?.startsWith(document.baseURI)) found.push(element.outerHTML);
    for (const { name, value } of element.attributes) {
      if (name.startsWith("on") || name === "srcdoc" || name === "style" && /url|expression/i.test(value)) found.push(`${name}=${value}`);
    }
    const address = element.getAttribute("href") ?? element.getAttribute("src") ?? element.getAttribute("action");
    if (address && URL.canParse(address, document.baseURI) && element.namespaceURI.endsWith("xhtml") && !["http:", "https:", "mailto:"].includes(new URL(address, document.baseURI).protocol)) found.push(`${element.tagName} leads to ${address}`);
  }
  return found;
});

test.use({ mayMiss: /\/api\/wiki(-revisions)?\/hostile\?/ }); // a folder is no page of its own

test("strings that want to be markup stay text, everywhere", async ({ page, hub }) => {
  test.setTimeout(240_000 * slack);
  const dialogs = [];
  page.on("dialog", (dialog) => { dialogs.push(dialog.message()); void dialog.dismiss(); });
  const all = await strings();
  expect(all.length).toBeGreaterThanOrEqual(500);
  const { taken, places } = await fill(hub, all);
  for (const kind of ["summaries", "reminder texts", "titles of pages"]) expect(taken[kind], kind).toBeGreaterThan(500);
  expect(taken["titles of projects"]).toBeGreaterThan(140);
  for (const kind of ["threads", "projects", "pages", "reminders"]) expect(places[kind].length, kind).toBeGreaterThan(10);

  await page.goto(hub.url + "/ui/");
  await signIn(page, { "Access token": token });
  await button(page, "Not now").click();
  const main = page.getByRole("main");
  const see = async (path) => {
    await page.goto(`${hub.url}/ui/${path}`);
    await expect(main).toContainText(/alert|script/i); // what is hostile is there
    expect(await dangers(page), path).toEqual([]);
  };
  const seeAll = async (path) => {
    await see(path);
    const more = button(page, "Show more");
    while (await more.count() > 0) {
      const rows = await main.getByRole("listitem").count();
      await more.first().press("Enter"); // rows that take their size move it away under a mouse
      await expect.poll(() => main.getByRole("listitem").count(), { timeout: 30_000 * slack }).toBeGreaterThan(rows);
    }
    expect(await dangers(page), path).toEqual([]);
  };
  for (const path of ["threads", "projects", "wiki/hostile", "reminders"]) await seeAll(path);
  for (const path of ["", "activity", "search?q=alert", "search?q=javascript", "settings/agents"]) await see(path);
  for (const kind of ["thread", "project", "progress", "page", "reminder"]) await see(`activity?kind=${kind}`);
  for (const id of places.threads) await see(`threads/${id}`);
  for (const slug of places.projects) await see(`projects/${slug}`);
  for (const path of places.pages) await see(`wiki/${path}`);
  for (const id of places.reminders) await see(`reminders/${id}`);
  await see(`wiki/${places.pages[0]}?edit=1`);
  await see(`projects/${places.projects[0]}?edit=1`);
  const { text } = await request(hub.url, "/api/sessions?limit=3", { headers: { Authorization: "Bearer " + token } });
  for (const { id } of JSON.parse(text)) await see(`search?session=${id}`);

  // What is typed comes back as well: as an overlap, in the palette, in a toast.
  await see("");
  const thought = all.find((one) => one.includes("<img"));
  await page.keyboard.press("c");
  await page.getByRole("textbox", { name: "What is on your mind?" }).fill(thought);
  await expect(page.getByRole("dialog").getByRole("link").first()).toBeVisible();
  expect(await dangers(page), "an overlap").toEqual([]);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+k");
  await page.keyboard.type("<img");
  await expect(page.getByRole("dialog").getByRole("option").first()).toBeVisible();
  expect(await dangers(page), "the palette").toEqual([]);
  expect(dialogs).toEqual([]); // and the browsers' own complaints, of a policy too, fail the test
});
