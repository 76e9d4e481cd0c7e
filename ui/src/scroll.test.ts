import { afterEach, expect, it } from "vitest";
import { here } from "./scroll";

/** A page of rows 50 px high that lead somewhere, scrolled down by so many of them. */
function page(list: string, leads: readonly string[], gone: number): void {
  document.body.innerHTML = `<main id="main"><ol class="${list}">${leads.map((href) => `<li><a href="${href}">x</a></li>`).join("")}</ol></main>`;
  const main = document.getElementById("main")!;
  Object.defineProperty(main, "scrollTop", { value: gone * 50 });
  main.querySelectorAll("li").forEach((row, i) => { row.getBoundingClientRect = () => new DOMRect(0, (i - gone) * 50, 100, 50); });
}

afterEach(() => { document.body.innerHTML = ""; });

it.each([
  ["a row of its own", "rows", ["/a", "/b", "/c"], 1, { href: "/b", nth: 0, below: 0 }],
  ["one of two that lead to the same", "timeline", ["/a", "/b", "/a", "/c"], 2, { href: "/a", nth: 1, below: 0 }],
  ["none at the top, where nothing is guessed", "rows", ["/a", "/b"], 0, null],
])("where the reader is: %s", (_, list, leads, gone, row) => {
  page(list, leads, gone);
  expect(here().row).toEqual(row);
});
