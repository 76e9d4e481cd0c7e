import { expect, it } from "vitest";
import { httpsSite, stateOf, type Surroundings } from "./install";

const chrome = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";
const android = "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36";
const iphone = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1";
const mac = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15";
const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0";
const plain: Surroundings = { standalone: false, added: false, offered: false, secure: true, userAgent: chrome, touch: false };

it.each([
  ["in", "in the app", { standalone: true }],
  ["in", "in the app, over plain http", { standalone: true, secure: false }],
  ["insecure", "over plain http", { secure: false }],
  ["insecure", "on a phone over plain http", { secure: false, userAgent: iphone, touch: true }],
  ["added", "once it was added", { added: true }],
  ["offered", "where the browser offers it", { offered: true }],
  ["offered", "where a phone offers it", { offered: true, userAgent: android, touch: true }],
  ["ios", "on an iPhone", { userAgent: iphone, touch: true }],
  ["ios", "on an iPad, which says it is a Mac", { userAgent: mac, touch: true }],
  ["android", "on Android", { userAgent: android, touch: true }],
  ["chromium", "in Chromium without an offer", {}],
  ["safari", "on a Mac", { userAgent: mac }],
  ["other", "in Firefox", { userAgent: firefox }],
] as const)("is %s %s", (state, _, given) => {
  expect(stateOf({ ...plain, ...given })).toBe(state);
});

it.each([
  ["hub.mesh.internal:8787", "https://hub.mesh.internal {\n\ttls internal"],
  ["100.64.0.5:8787", "https://100.64.0.5 {\n\ttls internal"],
  ["[fd00::5]:8787", "https://[fd00::5] {\n\ttls internal"],
  ["nas", "https://nas {\n\ttls internal"],
  ["hub.example.org", "https://hub.example.org {"],
])("writes the line for %s", (host, line) => {
  expect(httpsSite(host)).toBe(line);
});
