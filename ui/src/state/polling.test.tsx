import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, expect, it, vi } from "vitest";
import { now } from "./time";
import { usePolling } from "./polling";

const refetch = vi.fn(async () => {});
function Part({ when }: { when: boolean }) {
  usePolling({ refetch }, when);
  return null;
}
const draw = (when: boolean) => act(() => render(<Part when={when} />, document.body));
const turn = () => act(() => { now.value += 30_000; });

afterEach(() => { render(null, document.body); });

it("asks again at each turn of the clock, as long as it shall", async () => {
  await draw(true);
  expect(refetch).toHaveBeenCalledTimes(0);
  await turn();
  await turn();
  expect(refetch).toHaveBeenCalledTimes(2);
  await draw(false);
  await turn();
  await draw(true);
  expect(refetch).toHaveBeenCalledTimes(2);
  await turn();
  expect(refetch).toHaveBeenCalledTimes(3);
});
