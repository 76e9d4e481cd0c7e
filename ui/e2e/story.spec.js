// One owner, one thread, two browsers: from the first sign-in to done, and back.
import { button, expect, heading, password, said, send, signIn, test, token } from "./fixture.js";

/** Waits until one browser shows what was done in the other, and tells how long that took: within
 * 2 s where nothing else runs. */
async function live(shown) {
  const began = Date.now();
  await shown;
  console.log(`in the other browser after ${Date.now() - began} ms`);
}
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
  await live(expect(desk.getByText("you are on it")).toBeVisible());

  await button(other, "Done").tap();
  await live(expect(title(desk)).toHaveCount(0));
  await button(said(other, "Done: "), "Undo").tap();
  await live(expect(title(desk)).toBeVisible());
  await expect(title(other)).toBeVisible();
});
