// One thread becomes a part of another: what that one will have is seen before.
import { button, expect, test, undo } from "./fixture.js";
import { addThread } from "./hub.js";
import { look } from "./look.js";
import { fact, more, read, sample, sizes, title, visit } from "./thread.js";

const into = {
  summary: "Photos to the NAS", project_slug: "home", goal: "Everything on one machine", next_steps: ["Copy 2019", "Buy a disk"], also_known: ["Albums"],
  tried: [{ what: "Over Wi-Fi", why_not: "it dropped" }],
};
const from = { ...sample, focus: "The year 2020", also_known: ["albums", "Pictures"], tried: [{ what: "By hand", why_not: "" }], workspace_path: "/srv/photos", next_steps: ["Copy 2019", "Compare the counts", "Switch the old box off"] };

/** What the preview says that the other thread will have, by label; what is taken over has a plus. */
const preview = (page) => page.getByRole("region", { name: "What it will have" }).locator("dl > div").evaluateAll((lines) => Object.fromEntries(lines.map((line) => [
  line.querySelector("dt").textContent, [...line.querySelectorAll("dd")].map((dd) => dd.textContent.replace("From this thread: ", "+")),
])));
const plain = (list) => (list ?? []).map((text) => text.replace(/^\+/, ""));

for (const [size, viewport] of Object.entries(sizes)) {
  test.describe(size, () => {
    test.use({ viewport });

    test("a merge does what its preview says, and an undo takes it apart", async ({ page, hub }) => {
      const other = await addThread(hub.url, into);
      const thread = await addThread(hub.url, from);
      await visit(page, hub, "threads/" + thread.id);
      await more(page, "Merge into another…");
      const dialog = page.getByRole("dialog");
      await page.getByRole("searchbox", { name: "Merge into" }).fill("nas");
      await expect(dialog.getByRole("button", { name: /Photos to the NAS/ })).toContainText("another project: home");
      await dialog.getByRole("button", { name: /Photos to the NAS/ }).click();
      await expect(dialog.getByText("into Photos to the NAS")).toBeVisible();
      const said = await preview(page);
      expect(said).toEqual({
        "Also known as": ["Albums", "+Pictures", "+Move the photo library"],
        Goal: ["Everything on one machine"], Focus: ["+The year 2020"],
        "Next steps": ["Copy 2019", "Buy a disk", "+Compare the counts"],
        "Tried, and why not": ["Over Wi-Fi: it dropped", "+By hand"],
        Folder: ["+/srv/photos"],
      });
      await expect(dialog).toContainText("Goal: All of it verified");
      await expect(dialog).toContainText("1 next step, as there is no room");

      await button(page, "Merge").click();
      await expect(title(page, "Photos to the NAS")).toBeVisible();
      const merged = await read(hub, other);
      expect(merged.also_known).toEqual(plain(said["Also known as"]));
      expect([merged.goal, merged.focus, merged.workspace_path]).toEqual([said.Goal, said.Focus, said.Folder].flatMap(plain));
      expect(merged.next_steps).toEqual(plain(said["Next steps"]));
      expect(merged.tried.map(({ what }) => what)).toEqual(["Over Wi-Fi", "By hand"]);
      await expect(page.getByRole("list", { name: "Also known as" }).locator(".name")).toHaveCount(3);
      await undo(page, "Merged into");
      await expect(fact(page, "Focus")).toHaveCount(0);
      await expect.poll(async () => (await read(hub, thread)).status).toBe("open");
      expect((await read(hub, other)).also_known).toEqual(["Albums"]);
    });
  });
}

test("the preview looks as the rest does", async ({ page, hub }) => {
  await addThread(hub.url, into);
  const thread = await addThread(hub.url, from);
  await visit(page, hub, "threads/" + thread.id);
  await more(page, "Merge into another…");
  await expect(page.getByRole("dialog").getByRole("button", { name: /Photos to the NAS/ })).toBeVisible();
  await look(page, "merge-choice");
  await page.getByRole("dialog").getByRole("button", { name: /Photos to the NAS/ }).click();
  await expect(button(page, "Merge")).toBeVisible();
  await look(page, "merge-preview");
});
