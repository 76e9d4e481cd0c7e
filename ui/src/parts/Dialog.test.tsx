import { render } from "preact";
import { expect, test, vi } from "vitest";
import { Dialog } from "./Dialog";

const shown = (onClose: () => void) => {
  const place = document.createElement("div");
  document.body.append(place);
  render(<Dialog title="One" onClose={onClose}>words</Dialog>, place);
  return { node: place.querySelector("dialog")!, leave: () => render(null, place) };
};

test("a dialog that the browser closes says so", () => {
  const onClose = vi.fn();
  shown(onClose).node.dispatchEvent(new Event("close"));
  expect(onClose).toHaveBeenCalledTimes(1);
});

test("a dialog that is gone says nothing when the browser comes to tell that it closed", () => {
  const onClose = vi.fn();
  const { node, leave } = shown(onClose);
  leave();
  node.dispatchEvent(new Event("close"));
  expect(onClose).not.toHaveBeenCalled();
});
