import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

vi.mock("./state/preferences", async () => {
  const { signal } = await import("@preact/signals");
  return { keysOn: signal(true) };
});

import { hush, type KeyMap, listen, useKeys } from "./keys";
import { keysOn } from "./state/preferences";

let end: () => void;
let root: HTMLElement;
const ran: string[] = [];
const does = (name: string) => () => { ran.push(name); };
const Keys = ({ keys }: { keys: KeyMap }) => {
  useKeys(keys);
  return null;
};
const press = (key: string, on: Element = document.body, more: KeyboardEventInit = {}) => on.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...more }));

beforeEach(() => {
  ran.length = 0;
  end = listen();
  document.body.innerHTML = '<input id="field"><input type="radio" id="radio"><div id="root"></div>';
  root = document.getElementById("root")!;
  (keysOn as unknown as { value: boolean }).value = true;
  act(() => render(<><Keys keys={{ c: does("capture"), "g t": does("threads"), t: does("t") }} /><Keys keys={{ c: does("inner") }} /></>, root));
});
afterEach(() => {
  act(() => render(null, root));
  end();
  vi.useRealTimers();
});

it("runs what a key means, the innermost first", () => {
  press("c");
  expect(ran).toEqual(["inner"]);
});

it("takes two keys in a row for one", () => {
  press("g");
  press("t");
  press("t");
  expect(ran).toEqual(["threads", "t"]);
});

it("is deaf while somebody types on whose field has just closed, until the keyboard is still", () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  hush();
  for (const key of ["t", "c", "t"]) {
    vi.advanceTimersByTime(500);
    press(key);
  }
  expect(ran).toEqual([]);
  vi.advanceTimersByTime(600);
  press("c");
  expect(ran).toEqual(["inner"]);
});

it("heeds one key that comes next, and not behind another", () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  hush("c");
  press("c");
  hush("c");
  press("t");
  press("c");
  expect(ran).toEqual(["inner"]);
});

it("forgets the first key after a while", () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  press("g");
  vi.advanceTimersByTime(1500);
  press("t");
  expect(ran).toEqual(["t"]);
});

it.each([
  ["while typing", () => press("c", document.getElementById("field")!)],
  ["with another key held", () => press("c", document.body, { ctrlKey: true })],
  ["while composing", () => press("c", document.body, { isComposing: true })],
  ["with the key that ended it, in Safari", () => press("c", document.body, { keyCode: 229 })],
  ["while the key is held", () => press("c", document.body, { repeat: true })],
  ["when the owner says so", () => {
    (keysOn as unknown as { value: boolean }).value = false;
    press("c");
  }],
])("is off %s", (_, attempt) => {
  attempt();
  expect(ran).toEqual([]);
});

it("works on a choice, which takes no letters", () => {
  press("c", document.getElementById("radio")!);
  expect(ran).toEqual(["inner"]);
});

it("ends with the component", () => {
  act(() => render(null, root));
  press("c");
  expect(ran).toEqual([]);
});

it("moves on as long as the key is held", () => {
  act(() => render(<Keys keys={{ j: does("down") }} />, root));
  press("j");
  press("j", document.body, { repeat: true });
  expect(ran).toEqual(["down", "down"]);
});
