import { render } from "preact";
import { act } from "preact/test-utils";
import { expect, it } from "vitest";
import { draftOf, setDraft } from "./drafts";
import { useKept } from "./kept";
import { wouldLose } from "./leaving";

type Set = (value: string | ((now: string) => string)) => void;

/** A form that has typed words, and whatever stands in it. */
function form(name: string, saved?: string) {
  const place = document.createElement("div");
  let set!: Set;
  const Form = () => {
    const [value, change] = useKept(name, "", saved === undefined ? {} : { saved });
    set = change;
    return <>{value}</>;
  };
  const show = () => act(() => render(<Form />, place));
  const leave = () => act(() => render(null, place));
  void show();
  return { place, show, leave, type: (value: Parameters<Set>[0]) => void act(() => set(value)) };
}

it("is there again when the form is, and asks before it is lost with the page", () => {
  const one = form("a");
  one.type("half a");
  one.type((now) => now + " thought");
  expect(wouldLose()).toBe(true);
  void one.leave();
  expect(wouldLose()).toBe(true);
  void one.show();
  expect(one.place.textContent).toBe("half a thought");
  expect(form("b").place.textContent).toBe("");
  one.type("");
  expect(wouldLose()).toBe(false);
});

it("asks for nothing that the hub has as well", () => {
  const one = form("c", "as it is");
  one.type("as it is");
  expect(wouldLose()).toBe(false);
  one.type("as it was");
  expect(wouldLose()).toBe(true);
  one.type("");
});

it("has room for the next one while one is on its way to the hub", async () => {
  const one = form("d");
  one.type("first");
  await act(() => setDraft("d", { ...draftOf("d")!, saving: true }));
  expect([one.place.textContent, wouldLose()]).toEqual(["", true]);
  one.type("second");
  expect([one.place.textContent, draftOf("d")]).toEqual(["second", { value: "second", base: "", secret: false }]);
  one.type("");
});
