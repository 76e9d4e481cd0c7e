import { render } from "preact";
import { act } from "preact/test-utils";
import { expect, test, vi } from "vitest";
import { refetchAll, resource, useResource } from "./resource";

const Projects = ({ when }: { when: boolean }) => {
  useResource("/api/projects", {}, { when });
  return null;
};

test("what was not asked for all the while follows the hub once it is", async () => {
  vi.useFakeTimers();
  let asked = 0;
  vi.stubGlobal("fetch", async () => {
    asked++;
    return new Response("[]", { headers: { "Content-Type": "application/json" } });
  });
  const place = document.createElement("div");
  const show = (when: boolean) => act(async () => {
    render(<Projects when={when} />, place);
    await vi.advanceTimersByTimeAsync(100);
  });
  await show(false);
  for (let i = 0; i < 41; i++) resource("/api/threads/{id}", { path: { id: `thread${i}` } });
  await show(true);
  expect(asked).toBe(1);
  await show(false);
  refetchAll(); // as a change does
  await show(true);
  expect(asked).toBe(2);
  render(null, place);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
