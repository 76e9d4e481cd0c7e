import { render } from "preact";
import { act } from "preact/test-utils";
import { expect, test, vi } from "vitest";
import { say, toasts } from "../state/toasts";
import { Dialog } from "./Dialog";
import { Toasts } from "./Toasts";

const shown = () => {
  const place = document.createElement("div");
  document.body.append(place);
  const onClose = vi.fn();
  const show = (open: boolean) => render(<Dialog title="One" open={open} onClose={onClose}>words</Dialog>, place);
  show(true);
  const node = place.querySelector("dialog")!;
  return { node, onClose, show, tell: () => node.dispatchEvent(new Event("close")), leave: () => render(null, place) };
};

test("a dialog that the browser closes says so", () => {
  const { node, onClose, tell } = shown();
  node.removeAttribute("open");
  tell();
  expect(onClose).toHaveBeenCalledTimes(1);
});

test("a dialog that is gone says nothing when the browser comes to tell that it closed", () => {
  const { onClose, leave, tell } = shown();
  leave();
  tell();
  expect(onClose).not.toHaveBeenCalled();
});

test("the browser's Back closes a dialog, and not one that is put away", async () => {
  const { node, onClose, show } = shown();
  dispatchEvent(new PopStateEvent("popstate"));
  expect(node.open).toBe(false);
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  show(false);
  const close = vi.spyOn(node, "close");
  dispatchEvent(new PopStateEvent("popstate"));
  expect(close).not.toHaveBeenCalled();
});

test("a dialog that is shown again stays when the browser comes to tell that it closed", () => {
  const { node, onClose, show, tell } = shown();
  show(false);
  expect(node.open).toBe(false);
  show(true);
  tell();
  expect(onClose).not.toHaveBeenCalled();
  expect(node.open).toBe(true);
});

test("what had the focus has it again once the dialog is put away", () => {
  const before = document.createElement("button");
  document.body.append(before);
  before.focus();
  const { node, show } = shown();
  node.querySelector("button")!.focus();
  show(false);
  expect(document.activeElement).toBe(before);
});

test("a dialog that is made before it is wanted is laid out once, unseen, and takes no focus", () => {
  const before = document.createElement("button"), place = document.createElement("div");
  document.body.append(before, place);
  before.focus();
  const laidOut = vi.spyOn(HTMLDialogElement.prototype, "getBoundingClientRect");
  const show = (open: boolean) => render(<Dialog title="One" open={open} onClose={() => {}}><input autofocus /></Dialog>, place);
  show(false);
  show(true);
  show(false);
  expect(laidOut).toHaveBeenCalledTimes(1);
  expect(place.querySelector("dialog")!.open).toBe(false);
  expect(document.activeElement).toBe(before);
});

test("messages stand in the uppermost dialog, else on the page", () => {
  const place = document.createElement("div");
  document.body.append(place);
  const show = (open: number) => void act(() => render(
    <>
      <Dialog title="One" open={open > 0} onClose={() => {}}>one<Dialog title="Two" open={open > 1} onClose={() => {}}>two</Dialog></Dialog>
      <Toasts />
    </>, place,
  ));
  const where = () => [...place.querySelectorAll(".toast")].map((toast) => toast.closest("dialog")?.querySelector("h2")?.textContent ?? "the page");
  void act(() => { say("Deleted"); });
  const seen = [0, 1, 2, 1, 0].map((open) => {
    show(open);
    return where();
  });
  expect(seen).toEqual([["the page"], ["One"], ["Two"], ["One"], ["the page"]]);
  void act(() => {
    toasts.value = [];
    render(null, place);
  });
});
