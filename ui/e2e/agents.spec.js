// The agents' board: who works on what and until when, what waits for the owner, the ways to step in.
import { button, expect, test } from "./fixture.js";
import { look } from "./look.js";
import { asAgent, read, sample, visit } from "./thread.js";
import { addThread } from "./hub.js";

const lane = (page, name) => page.getByRole("listitem").filter({ has: page.getByRole("heading", { level: 3, name, exact: true }) });

/** A thread that an agent works on, with a change of its own. */
async function work(hub, name, summary, credential) {
  const thread = await addThread(hub.url, { ...sample, summary, source_tool: name });
  const { lease: { id: lease } } = await asAgent(hub, "POST", `/api/threads/${thread.id}/claim`, { holder: name }, name, credential);
  await asAgent(hub, "PATCH", `/api/threads/${thread.id}`, { focus: "half of it", lease_id: lease }, name, credential);
  return thread;
}

const newToken = async (hub, name) => (await asAgent(hub, "POST", "/api/tokens", { name })).token;

test("who works on what, until when, and what changed", async ({ page, hub }) => {
  await work(hub, "codex", "Replace the retry loops");
  await visit(page, hub, "agents");
  const codex = lane(page, "codex");
  await expect(codex.getByRole("link", { name: "Replace the retry loops", exact: true })).toBeVisible();
  await expect(codex).toContainText(/Holds it until \d\d:\d\d.*, (in 2 hours|tomorrow)/);
  await codex.getByText(/changes today/).click();
  await expect(codex.getByRole("list")).toContainText("Replace the retry loops");
  await work(hub, "cursor", "Another one"); // live
  await expect(lane(page, "cursor")).toBeVisible();
  await look(page, "agents");
});

test("a lease is released and what was done under it is undone, each by one press", async ({ page, hub }) => {
  const thread = await work(hub, "codex", "Replace the retry loops");
  await visit(page, hub, "agents");
  const codex = lane(page, "codex");
  await codex.getByRole("button", { name: /^Undo what codex did since/ }).click();
  await expect(page.getByText(/changes? undone/)).toBeVisible();
  expect((await read(hub, thread)).focus).toBe(null);
  await button(page, "Redo").click();
  await expect.poll(async () => (await read(hub, thread)).focus).toBe("half of it");
  await codex.getByRole("button", { name: "Release Replace the retry loops" }).click();
  await expect(page.getByText("No agent is at work")).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: "codex" })).toContainText("Last seen");
  expect((await read(hub, thread)).lease).toBe(null);
});

test("what was done just now is undone, too, where the clock here is behind the hub's", async ({ page, hub }) => {
  const thread = await work(hub, "codex", "Replace the retry loops");
  await page.clock.setFixedTime(Date.now() - 120_000);
  await visit(page, hub, "agents");
  await lane(page, "codex").getByRole("button", { name: /^Undo what codex did since/ }).click();
  await expect(page.getByText(/changes? undone/)).toBeVisible();
  expect((await read(hub, thread)).focus).toBe(null);
});

test("a program on two machines has a lane for each of their tokens", async ({ page, hub }) => {
  const [laptop, desk, server] = [await newToken(hub, "laptop"), await newToken(hub, "desk"), await newToken(hub, "server")];
  await work(hub, "claude-code", "Replace the retry loops", laptop);
  await visit(page, hub, "agents");
  await expect(lane(page, "claude-code")).toBeVisible(); // one machine: its name says nothing
  const other = await work(hub, "claude-code", "Rotate the backup keys", desk);
  await asAgent(hub, "POST", `/api/threads/${other.id}/block`, { blocked_reason: "Which of the two?", force: true });
  await asAgent(hub, "POST", "/api/threads", { summary: "Found on the way" }, "claude-code", server);
  const onLaptop = lane(page, "claude-code (laptop)");
  await expect(onLaptop.getByRole("link", { name: "Replace the retry loops", exact: true })).toBeVisible();
  await expect(lane(page, "claude-code (desk)").getByRole("link", { name: "Rotate the backup keys", exact: true })).toBeVisible();
  await expect(page.getByText("claude-code (desk) can't go on with Rotate the backup keys")).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: "claude-code (server)" })).toContainText("Last seen");
  await look(page, "agents-tokens");
  await page.setViewportSize({ width: 1280, height: 800 });
  await onLaptop.getByRole("button", { name: /^Undo what claude-code \(laptop\) did since/ }).click();
  await expect(page.getByText("1 change undone")).toBeVisible();
  expect((await read(hub, other)).focus).toBe("half of it");
});

test("what an agent waits for stands on top", async ({ page, hub }) => {
  const thread = await work(hub, "codex", "Replace the retry loops");
  await visit(page, hub, "agents");
  await expect(page.getByRole("heading", { name: "Waiting for you" })).toHaveCount(0);
  await asAgent(hub, "POST", `/api/threads/${thread.id}/block`, { blocked_reason: "Which of the two keys?", force: true });
  await expect(page.getByText("codex can't go on with Replace the retry loops")).toBeVisible();
  await expect(page.getByText("Which of the two keys?")).toBeVisible();
  await page.getByRole("link", { name: "Answer" }).click();
  await expect(page).toHaveURL(new RegExp(`/threads/${thread.id}$`));
});

test("a demo says so on every screen", async ({ page, hub }) => {
  await page.route("**/api/overview", async (route) => route.fulfill({ json: { ...await (await route.fetch()).json(), demo: true } }));
  await visit(page, hub, "threads");
  for (const place of ["", "agents", "wiki", "settings/app", "no/such/place"]) {
    await page.goto(`${hub.url}/ui/${place}`);
    await expect(page.getByText("all of this is made up")).toBeVisible();
  }
});
