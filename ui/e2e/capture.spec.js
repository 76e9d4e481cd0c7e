// While a thought is captured: what is near to it already.
import { textFactor } from "./enlarge.js";
import { button, expect, field, large, said, test } from "./fixture.js";
import { addThread } from "./hub.js";
import { look } from "./look.js";
import { asAgent, sizes, title, visit } from "./thread.js";

const near = (page) => page.getByRole("region", { name: "Already being worked on?" });
const thought = (page) => field(page, "What is on your mind?");

/** Some threads, one of them done; opens Capture over the list. */
async function begin(page, hub) {
  for (const [summary, project_slug] of [["Fix the login redirect loop on Safari", "web"], ["Water the plants", "home"], ["Sort the family photos", "home"], ["Renew the passport", "home"]]) {
    await addThread(hub.url, { summary, project_slug });
  }
  const done = await addThread(hub.url, { summary: "Take down the old shelf", project_slug: "home" });
  await asAgent(hub, "POST", `/api/threads/${done.id}/done`, {});
  await page.emulateMedia({ reducedMotion: "reduce" });
  await visit(page, hub, "threads");
  await expect(page.getByRole("link", { name: /Renew the passport/ })).toBeVisible();
  await page.keyboard.press("c");
  await expect(thought(page)).toBeFocused();
}

/** Gives the hub's answers a verdict: how near two texts are is not what is tested here. */
const judge = (page, verdict) => page.route("**/api/overlap?**", async (route) => {
  const response = await route.fetch();
  await route.fulfill(response.status() === 200 ? { response, json: { ...await response.json(), ...verdict } } : { response });
});

for (const [size, viewport] of Object.entries(sizes)) {
  test.describe(size, large(size), () => {
    test.use({ viewport, ...(size === "phone" && { hasTouch: true }) });

    test("what shares no words with anything has the nearest open threads beside it", async ({ page, hub }) => {
      await judge(page, { verdict: "none", unsure: false });
      await begin(page, hub);
      await thought(page).fill("build a birdhouse");
      await expect(near(page).getByRole("status")).toHaveText("No open thread shares enough words with it.");
      const rows = near(page).getByRole("list", { name: "Nearest by words" }).getByRole("listitem");
      await expect(rows).toHaveCount(3);
      await expect(near(page)).not.toContainText("Take down the old shelf"); // done: nothing to go on with
      await rows.first().getByRole("link").click();
      await expect(page).toHaveURL(/\/ui\/threads\/\w{12}$/);
      await expect(page.getByRole("dialog")).toHaveCount(0);
      await page.keyboard.press("c");
      await expect(thought(page)).toHaveValue("build a birdhouse"); // kept, should it be another thing
    });

    test("says what may be the same, and what is of another project", async ({ page, hub }) => {
      await judge(page, { verdict: "related", unsure: true });
      await begin(page, hub);
      await thought(page).fill("the login on Safari loops for ever");
      await expect(near(page).getByRole("status")).toHaveText("It may be the same work. Check before you begin.");
      const hit = near(page).getByRole("list", { name: "Possibly related" }).getByRole("listitem");
      await expect(hit).toContainText("Same words: ");
      await expect(hit).not.toContainText("another project");
      await page.getByLabel("Project, if you know it").selectOption("home");
      await expect(hit).toContainText("another project: web");
      await expect(near(page).getByRole("list", { name: "Nearest by words" })).not.toContainText("another project");
      await look(page, "capture-unsure-" + size);
      await page.setViewportSize(viewport);
      await hit.getByRole("link").click();
      await expect(title(page, "Fix the login redirect loop on Safari")).toBeVisible();
    });

    test("nothing moves when it appears, and not each key asks the hub", async ({ page, hub }) => {
      await begin(page, hub);
      const asked = [];
      page.on("request", (request) => { if (request.url().includes("/api/overlap")) asked.push(request.url()); });
      const parts = [thought(page), page.getByLabel("Project, if you know it"), button(page, "Add thread"), button(page, "Close")];
      const places = () => Promise.all(parts.map((part) => part.boundingBox()));
      const before = await places();
      await thought(page).fill("build a");
      await expect(near(page).getByRole("listitem")).toHaveCount(3);
      expect(await places()).toEqual(before);
      expect(asked).toHaveLength(1);
      // In one go: on a slow machine a break between two keys may look like the end of the typing.
      await thought(page).evaluate(async (field) => {
        for (const key of " birdhouse") {
          field.value += key;
          field.dispatchEvent(new Event("input", { bubbles: true }));
          for (let turns = 0; turns < 10; turns++) await Promise.resolve(); // it is drawn
        }
      });
      await expect.poll(() => asked.at(-1)).toContain("q=build+a+birdhouse");
      expect(asked).toHaveLength(2);
      const { y } = await near(page).getByRole("listitem").first().boundingBox();
      if (size === "phone" && textFactor === 1) expect(y, "above its keyboard").toBeLessThan(viewport.height / 2);
    });
  });
}

test("capture with the nearest looks as the rest does", async ({ page, hub }) => {
  await begin(page, hub);
  await look(page, "capture-empty");
  await thought(page).fill("build a birdhouse");
  await expect(near(page).getByRole("listitem")).toHaveCount(3);
  await look(page, "capture-nearest");
});

test("several lines are a title, next steps and a goal", async ({ page, hub }) => {
  await begin(page, hub);
  await thought(page).pressSequentially("Move house");
  await expect(page.getByText(/^Title/)).toHaveCount(0);
  await page.keyboard.press("Shift+Enter");
  await page.keyboard.insertText("- pack\n* carry\n[ ] unpack\nThe key is given back.");
  await expect(page.getByText("Title, 3 steps and goal")).toBeVisible();
  await look(page, "capture-lines");
  await page.keyboard.press("Enter");
  await expect(said(page, /^Added “/)).toBeVisible();
  const [made] = await asAgent(hub, "GET", "/api/threads?q=house");
  expect(made).toMatchObject({ summary: "Move house", next_steps: ["pack", "carry", "unpack"], goal: "The key is given back." });
});

test("u takes back what was just captured", async ({ page, hub }) => {
  await begin(page, hub);
  await thought(page).fill("Move house");
  await page.keyboard.press("Enter");
  await expect(said(page, /^Added “/)).toBeVisible();
  await expect(async () => { // keys rest for a moment after a form
    await page.keyboard.press("u");
    await expect(said(page, "Undone.")).toBeVisible({ timeout: 500 });
  }).toPass();
  expect(await asAgent(hub, "GET", "/api/threads?q=house")).toEqual([]);
});

// What is typed next while a capture is on its way to the hub.
for (const [name, status, left] of [
  ["is still there when the hub has taken it", 201, "the next one"],
  ["comes after its words when the hub refuses it", 422, "Move house\nthe next one"],
]) {
  test(`what is typed while a capture is on its way ${name}`, async ({ page, hub }) => {
    let answer;
    const typed = new Promise((go) => { answer = go; });
    await begin(page, hub);
    await page.route("**/api/threads", async (route) => {
      if (route.request().method() !== "POST") return route.fallback();
      await typed;
      if (status === 201) return route.continue();
      await route.fulfill({ status, json: { title: "Unprocessable Entity", status, detail: "Use other words." } });
    });
    await thought(page).fill("Move house");
    await page.keyboard.press("Enter");
    await expect(page.getByText("Adding “Move house”")).toBeVisible();
    await page.keyboard.press("c");
    await expect(thought(page)).toHaveValue("");
    await thought(page).pressSequentially("the next one");
    answer();
    await expect(page.getByText(status === 201 ? /^Added “/ : "Use other words.")).toBeVisible();
    await expect(thought(page)).toHaveValue(left);
    expect((await asAgent(hub, "GET", "/api/threads?q=house")).length).toBe(status === 201 ? 1 : 0);
  });
}

test("what the palette captures comes behind what is written already", async ({ page, hub }) => {
  await begin(page, hub);
  await thought(page).fill("Call the dentist");
  await page.keyboard.press("Escape");
  for (let press = 0; press < 2; press++) {
    await page.keyboard.press("Control+k");
    await page.keyboard.type("buy milk");
    await page.getByRole("option", { name: "Capture “buy milk”" }).click();
    await expect(thought(page)).toHaveValue("Call the dentist\nbuy milk");
    await page.keyboard.press("Escape");
  }
});

test("the Enter that ends a composed word sends nothing, also where the browser says so late", async ({ page, hub }) => {
  await begin(page, hub);
  await thought(page).fill("引っ越し");
  await thought(page).dispatchEvent("keydown", { key: "Enter", keyCode: 229 });
  await expect(thought(page)).toHaveValue("引っ越し");
  expect(await asAgent(hub, "GET", "/api/threads?q=引っ越し")).toEqual([]);
});
