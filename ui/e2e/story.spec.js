// One owner, one thread, two browsers: from the first sign-in to done, and back.
import { button, expect, heading, password, send, signIn, test, token } from "./fixture.js";

/** How soon the other browser shows what was done in one, in milliseconds. */
const live = { timeout: 2_000 };
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };
const summary = "Book the ferry to the islands";

test("from the first sign-in to done on a second browser, and back", async ({ browsers, hub }) => {
  const desk = await browsers();
  await desk.goto(hub.url + "/ui/");
  await signIn(desk, { "Access token": token });
  await send(desk, { "New password": password, "New password again": password }, "Create password");
  await expect(heading(desk, "Now")).toBeFocused();
  await expect(desk.getByRole("heading", { name: "Nothing is waiting" })).toBeVisible();

  await button(desk, "Capture a thread").click();
  await desk.getByLabel("What is on your mind?").fill(summary);
  await desk.keyboard.press("Enter");
  const title = (page) => page.getByRole("heading", { level: 2, name: summary });
  await expect(title(desk)).toBeVisible();
  await button(desk, "Take this one").click();
  await button(desk, "Start").click();
  await button(desk, "Pause with a note").click();
  await desk.getByLabel("When you come back, what is the first thing to do?").fill("Compare the two sailings on Friday");
  await button(desk, "Save and pause").click();
  await expect(button(desk, "Resume")).toBeVisible();

  const other = await browsers(phone);
  await other.goto(hub.url + "/ui/");
  await signIn(other, { Password: password });
  await expect(other.getByText("Your note to yourself")).toBeVisible();
  await expect(other.getByText("Compare the two sailings on Friday")).toBeVisible();
  await button(other, "Resume").tap();
  await expect(desk.getByText("you are on it")).toBeVisible(live);

  await button(other, "Done").tap();
  await expect(title(desk)).toHaveCount(0, live);
  await button(other, "Undo").last().tap();
  await expect(title(other)).toBeVisible(live);
  await expect(title(desk)).toBeVisible(live);
});
