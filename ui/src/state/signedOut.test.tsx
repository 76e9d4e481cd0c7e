// Answers that come once somebody has signed out.
import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, expect, it, vi } from "vitest";
import type { Thread } from "../api/types";
import { saveStep } from "../screens/now/PlanStep";
import { Capture, capture } from "../shell/Capture";
import { draftOf, drafts, setDraft } from "./drafts";
import { signedIn } from "./session";
import { signOut } from "./signOut";

const room = document.createElement("div");
document.body.append(room);
afterEach(() => render(null, room));

const json = (data: object, status = 200) => new Response(JSON.stringify(data), { status, headers: { "Content-Type": "application/json" } });

/** A hub that lets requests for threads wait until it is told to refuse them. */
function slowHub() {
  let release!: () => void;
  const told = new Promise<void>((resolve) => { release = resolve; });
  let waiting = 0, answered = 0;
  vi.stubGlobal("fetch", async (url: URL) => {
    if (url.pathname.includes("/auth/")) return json({});
    if (!url.pathname.includes("/threads")) return json({}, 404);
    waiting++;
    await told;
    answered++;
    return json({ detail: "that is too long" }, 422);
  });
  return { asked: () => vi.waitFor(() => expect(waiting).toBeGreaterThan(0)), refuse: () => { release(); return vi.waitFor(() => expect(answered).toBe(waiting)); } };
}

it("brings back no step that is refused then", async () => {
  const hub = slowHub();
  signedIn.value = true;
  setDraft("threads/abc/next step", { value: "Order the cable", base: "" });
  const saved = saveStep({ id: "abc", next_steps: [] as string[] } as Thread);
  await hub.asked();
  expect(await signOut(true)).toBe(true);
  await hub.refuse();
  expect(await saved).toBe(false);
  expect(drafts.value.size).toBe(0);
});

it("brings back no capture that is refused then, and opens nothing", async () => {
  const hub = slowHub();
  signedIn.value = true;
  await act(() => {
    render(<Capture />, room);
    capture("Call Ann");
  });
  room.querySelector("form")!.dispatchEvent(new Event("submit", { cancelable: true }));
  await hub.asked();
  expect(await signOut(true)).toBe(true);
  await act(() => hub.refuse());
  expect(drafts.value.size).toBe(0);
  expect(room.querySelector("dialog[open]")).toBeNull();
});

it("keeps what is written once somebody is signed in again", async () => {
  slowHub();
  await signOut(true);
  signedIn.value = true;
  setDraft("wiki/diary", { value: "mine again", base: "" });
  expect(draftOf("wiki/diary")?.value).toBe("mine again");
});
