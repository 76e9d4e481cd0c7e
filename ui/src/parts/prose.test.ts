import { describe, expect, it } from "vitest";
import { apart, furnish, tasksIn } from "./prose";

const made = (html: string, how: Parameters<typeof furnish>[1] = {}) => {
  const prose = document.createElement("div");
  prose.innerHTML = html;
  furnish(prose, how);
  return prose;
};

describe("a rendered document", () => {
  it.each([
    ["below those of the page", "<h1>a</h1><h2>b</h2><h3>c</h3>", ["3", "4", "5"]],
    ["without the levels it leaves out", "<h1>a</h1><h2>b</h2><h5>c</h5><h2>d</h2>", ["3", "4", "5", "4"]],
    ["from whichever it begins with", "<h4>a</h4><h2>b</h2><h3>c</h3>", ["3", "3", "4"]],
    ["as if a title said twice were not there", "<h1>Plan</h1><h2>a</h2><h3>b</h3>", [null, "3", "4"]],
    ["at most six deep", "<h1>a</h1><h2>b</h2><h3>c</h3><h4>d</h4><h5>e</h5>", ["3", "4", "5", "6", "6"]],
  ])("has its headings %s", (_, html, levels) => {
    expect([...made(html, { title: "Plan" }).children].map((one) => one.getAttribute("aria-level"))).toEqual(levels);
  });
  it("does not say its title twice", () => {
    expect((made("<h1>Plan  B</h1><p>x</p>", { title: "Plan B" }).firstElementChild as HTMLElement).hidden).toBe(true);
    expect((made("<h1>Plan C</h1>", { title: "Plan B" }).firstElementChild as HTMLElement).hidden).toBe(false);
  });
  it("names each box by its own task", () => {
    const list = "<ul><li><input type=checkbox disabled data-line=0> Move <em>it</em><ul><li><input type=checkbox disabled data-line=1> 2019</li></ul></li></ul>";
    const boxes = [...made(list, { ticks: true }).querySelectorAll("input")];
    expect(boxes.map((box) => [box.getAttribute("aria-label"), box.disabled])).toEqual([["Move it", false], ["2019", false]]);
    expect(made(list).querySelector("input")!.disabled).toBe(true);
  });
  it("leads from a page that is missing to where it is written, once", () => {
    const prose = made('<a class="wiki-link missing" href="/hub/ui/wiki/home/plan#md-x">The plan</a>');
    furnish(prose, {});
    const link = prose.querySelector("a")!;
    expect(link.getAttribute("href")).toBe("/hub/ui/wiki/home/plan?edit=1&title=The+plan");
    expect(link.textContent).toBe("The plan (not written yet)");
  });
  it("lets the keyboard scroll what is wide", () => {
    const around = made("<pre><code>x</code></pre>").firstElementChild as HTMLElement;
    expect([around.tabIndex, around.getAttribute("aria-label")]).toEqual([0, "Code"]);
  });
});

it("counts tasks, and no words that look like them", () => {
  expect(tasksIn('<input type="checkbox" disabled="" checked="" data-line="0"> &lt;input checked <input type="checkbox" disabled="" data-line="1"> checked')).toEqual({ total: 2, done: 1 });
});

it("tells the ticks from the markup", () => {
  const box = (line: number, done: boolean) => `<li><input type="checkbox" disabled=""${done ? ' checked=""' : ""} data-line="${line}"> a</li>`;
  expect(apart(box(2, true) + box(7, false) + "checked=&#34;&#34;")).toEqual([box(2, false) + box(7, false) + "checked=&#34;&#34;", new Set([2])]);
});
