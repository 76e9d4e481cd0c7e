import { beforeEach, describe, expect, it } from "vitest";
import { base, go, local, read, route, setQuery, start, to } from "./router";

const at = (path: string) => read(new URL(path, base));

describe("addresses of places", () => {
  const cases: [string, string, string, Record<string, string>][] = [
    ["the start", "", "now", {}],
    ["a list", "threads", "threads", {}],
    ["a list with a slash", "threads/", "threads", {}],
    ["one thread", "threads/cxy99bbg25ng", "thread", { id: "cxy99bbg25ng" }],
    ["a page deep in the wiki", "wiki/a/b/c", "page", { path: "a/b/c" }],
    ["an escaped name", "projects/caf%C3%A9", "project", { slug: "café" }],
    ["a pane", "settings/security", "pane", { pane: "security" }],
    ["nothing", "no/such/place", "missing", { path: "no/such/place" }],
    ["text in no encoding", "threads/%ff", "missing", {}],
  ];
  it.each(cases)("%s", (_, path, name, params) => {
    expect(at(path)).toMatchObject({ name, params });
  });

  it("are not those of others", () => {
    expect(read(new URL("https://other.example/ui/threads"))).toBeNull();
    expect(read(new URL("../api/threads", base))).toBeNull();
  });

  it("come back from what they are made into", () => {
    expect(read(new URL(to("page", { path: "a/b c/d?" }), base))).toMatchObject({ name: "page", params: { path: "a/b c/d?" } });
    expect(to("threads", null, { view: "done", q: "", project: null })).toBe(base.pathname + "threads?view=done");
  });

  it("are found in what the API calls them under another name", () => {
    expect(local("https://hub.example/prefix/ui/threads/cxy99bbg25ng")).toBe(base.pathname + "threads/cxy99bbg25ng");
    expect(local("/ui/threads/cxy99bbg25ng")).toBe(base.pathname + "threads/cxy99bbg25ng");
  });
});

describe("going", () => {
  beforeEach(() => {
    document.body.innerHTML = '<main id="main"><a id="a" href="/hub/ui/threads">a</a><a id="b" href="https://other.example/">b</a><a id="c" href="#goal">c</a><p id="goal" tabindex="-1"></p></main>';
    go(to("now"));
  });

  it("changes the address and the place", () => {
    go(to("thread", { id: "x" }));
    expect([location.pathname, route.value.name]).toEqual([base.pathname + "threads/x", "thread"]);
  });

  it.each([
    ["stays there", () => {}, "threads"],
    ["has gone elsewhere", () => go(to("wiki")), "wiki"],
    ["has another view of it", () => setQuery({ view: "done" }), "now"],
  ])("leads on from where it was asked for only who %s", (_, meanwhile, name) => {
    const from = route.peek();
    meanwhile();
    go(to("threads"), { from });
    expect(route.value.name).toBe(name);
  });

  it("keeps the entry when only the view changes", () => {
    go(to("threads"));
    const { length } = history;
    setQuery({ view: "done" });
    expect([location.search, history.length, route.value.query.get("view")]).toEqual(["?view=done", length, "done"]);
    setQuery({ view: null });
    expect(location.search).toBe("");
  });

  it("follows the page's own links, and leaves the others to the browser", () => {
    const end = start();
    const stay = (e: Event) => e.preventDefault(); // what is left to the browser must not end the test
    addEventListener("click", stay);
    const press = (id: string, more: MouseEventInit = {}) => {
      const before = route.value;
      document.getElementById(id)!.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, ...more }));
      return route.value !== before;
    };
    expect(press("a", { ctrlKey: true })).toBe(false);
    expect(press("b")).toBe(false);
    expect(press("a")).toBe(true);
    expect(route.value.name).toBe("threads");
    press("c");
    expect(document.activeElement?.id).toBe("goal");
    removeEventListener("click", stay);
    end();
  });
});
