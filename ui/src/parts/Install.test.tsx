import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

let root: HTMLElement;

/** Shows the part in a browser, as it is loaded there. */
async function show(secure: boolean): Promise<void> {
  vi.stubGlobal("isSecureContext", secure);
  vi.resetModules();
  await import("../words/setup");
  const { Install } = await import("./Install");
  act(() => render(<Install />, root));
}

beforeEach(() => {
  root = document.createElement("div");
  document.body.append(root);
});
afterEach(() => {
  act(() => render(null, root));
  root.remove();
  vi.unstubAllGlobals();
});

it("says over plain http why not, and what to write", async () => {
  await show(false);
  expect(root.textContent).toContain("can't be installed");
  expect(root.querySelector("pre")!.textContent).toBe("https://localhost {\n\ttls internal");
});

it("installs with the browser's own question once it offers to, and says when it is done", async () => {
  await show(true);
  expect(root.querySelector("button")).toBeNull();
  const prompt = vi.fn(async () => ({ outcome: "dismissed" as "accepted" | "dismissed" }));
  const offer = () => {
    const event = Object.assign(new Event("beforeinstallprompt", { cancelable: true }), { prompt });
    act(() => void dispatchEvent(event));
    expect(event.defaultPrevented).toBe(true);
  };
  offer();
  await act(async () => root.querySelector("button")!.click());
  expect(prompt).toHaveBeenCalledTimes(1);
  expect(root.querySelector("button"), "an offer holds for one time").toBeNull();
  expect(root.textContent).not.toContain("It is installed");

  prompt.mockResolvedValue({ outcome: "accepted" });
  offer();
  await act(async () => root.querySelector("button")!.click());
  expect(root.textContent).toContain("It is installed");
});
