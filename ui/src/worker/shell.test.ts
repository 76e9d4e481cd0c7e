import { describe, expect, it } from "vitest";
import { atEveryPlace, fileFor, links } from "./shell";

const root = new URL("https://hub.example/tools/ui/");
const files = new Map([["", "h"], ["assets/index-12345678.js", "h"], ["favicon.svg", "h"]]);
const ask = (url: string, mode: RequestMode = "navigate", method = "GET") => fileFor({ method, mode, url: new URL(url, root).href }, root, files);

describe("answers", () => {
  it.each([
    ["the page", "", "navigate", ""],
    ["the page without its slash", "/tools/ui", "navigate", ""],
    ["a place", "threads/0k3x5p9q2abc?view=done", "navigate", ""],
    ["a place deep in the wiki", "wiki/a/b/c", "navigate", ""],
    ["a file", "assets/index-12345678.js", "cors", "assets/index-12345678.js"],
    ["a file with a query", "favicon.svg?1", "no-cors", "favicon.svg"],
    ["a file that is looked at", "favicon.svg", "navigate", "favicon.svg"],
  ] as const)("%s", (_, url, mode, name) => {
    expect(ask(url, mode)).toBe(name);
  });
});

describe("leaves to the hub", () => {
  it.each([
    ["the API", "/tools/api/threads", "cors"],
    ["the API in a tab", "/tools/api/threads", "navigate"],
    ["agents", "/tools/mcp", "cors"],
    ["another app of the origin", "/tools/uix", "navigate"],
    ["the origin", "/", "navigate"],
    ["another origin", "https://else.example/tools/ui/", "navigate"],
    ["a file it does not know", "assets/index-87654321.js", "cors"],
    ["an unknown file in a tab", "pictures/app-192.png", "navigate"],
    ["its own script", "sw.js", "same-origin"],
    ["a place that is fetched", "threads", "cors"],
    ["a name of every object", "constructor", "cors"],
  ] as const)("%s", (_, url, mode) => {
    expect(ask(url, mode)).toBeNull();
  });
  it.each(["POST", "PUT", "DELETE", "HEAD"])("%s", (method) => {
    expect(ask("threads", "navigate", method)).toBeNull();
  });
});

it.each([
  ["the page itself", "", ["first.js", "first.css", "now.js"]],
  ["the page without its slash", "/tools/ui", ["first.js", "first.css", "now.js"]],
  ["a place", "threads?view=done", ["first.js", "first.css", "threads.js"]],
  ["a place below", "threads/0k3x5p9q2abc", ["first.js", "first.css", "threads.js"]],
  ["a pane", "settings/app", ["first.js", "first.css", "settings.js", "app.js"]],
  ["a pane that there is not", "settings/else", ["first.js", "first.css", "settings.js"]],
  ["a place without a screen of its own", "else/where", ["first.js", "first.css"]],
  ["a name of every object", "constructor", ["first.js", "first.css"]],
])("names the files of %s", (_, url, want) => {
  const header = links(new URL(url, root).href, root, { "": ["first.js", "first.css"], now: ["now.js"], threads: ["threads.js"], settings: ["settings.js"], "settings/app": ["settings.js", "app.js"] });
  const link = (file: string) => `</tools/ui/${file}>; rel=${file.endsWith(".css") ? "preload; as=style; crossorigin" : "modulepreload"}`;
  expect(header).toBe(want.map(link).join(", "));
});

it("makes the page right at every address, and keeps its policy", async () => {
  const sent = new Response('<head><base href="./"><title>', { headers: { "Content-Security-Policy": "default-src 'none'", "Content-Type": "text/html", "ETag": '"a"', "Link": "<./now.js>; rel=modulepreload" } });
  const page = await atEveryPlace(sent, root);
  expect(await page.text()).toBe('<head><base href="/tools/ui/"><title>');
  expect(page.headers.get("Content-Security-Policy")).toBe("default-src 'none'");
  expect(page.headers.get("ETag")).toBeNull();
  expect(page.headers.get("Link")).toBeNull();
});
