// The dashboard's figures against their targets, from a real browser and the real binary.
import { chromium } from "@playwright/test";
import { parseArgs } from "node:util";
import { mayLive, startHub, withIssuer } from "../hub.js";
import { wholeBrowser } from "../playwright.config.js";
import { fill } from "../sample.js";
import { axes } from "./axe.js";
import { installErrors } from "./install.js";
import { lighthouses } from "./lighthouse.js";
import { loads, weights } from "./load.js";
import { screens } from "./screens.js";

const parts = ["lighthouse", "load", "weight", "install", "axe"];
const { values: options } = parseArgs({
  options: { runs: { type: "string", default: "5" }, screens: { type: "string", default: "" }, only: { type: "string", default: parts.filter((part) => part !== "weight").join() }, quiet: { type: "boolean", default: false }, crowded: { type: "boolean", default: false } },
});
const runs = Number(options.runs);
const wanted = options.only.split(",");
if (!(runs >= 1) || wanted.some((part) => !parts.includes(part))) {
  console.error(`--runs takes a number from 1, --only some of ${parts.join()}`);
  process.exit(2);
}

const kilo = 1024;
/** Each figure: how it is called, its target, and what of it is shown. Those with `least` must reach it.
 * Those that are `timed` depend on the machine as well. */
const columns = {
  performance: { title: "performance", least: 95, timed: true },
  accessibility: { title: "accessibility", least: 100 },
  practices: { title: "best practice", least: 100 },
  js: { title: "JS KB", most: 50 * kilo, show: (bytes) => (bytes / kilo).toFixed(1) },
  // The goal is 9: Settings brings the words of all its panes.
  words: { title: "words KB", most: 11 * kilo, show: (bytes) => (bytes / kilo).toFixed(1) },
  css: { title: "CSS KB", most: 10 * kilo, show: (bytes) => (bytes / kilo).toFixed(1) },
  total: { title: "all KB", most: 90 * kilo, show: (bytes) => (bytes / kilo).toFixed(1) },
  // The goal is 10; docs/quality.md says why it is missed.
  requests: { title: "files", most: 11 },
  api: { title: "API calls" },
  cold: { title: "LCP cold ms", most: 1_500, timed: true },
  warm: { title: "LCP warm ms", most: 800, timed: true },
  cls: { title: "CLS", most: 0.02 },
  inp: { title: "INP ms", most: 100, timed: true },
  axe: { title: "axe", most: 0 },
  disturbed: { title: "disturbed runs" },
};

const tell = (words) => { if (!options.quiet) console.error(words); };
const missed = [];

mayLive(4 * 3600);
const hub = await startHub("http", await withIssuer());
const browser = await chromium.launch(wholeBrowser);
try {
  const all = await screens(await fill(hub.url));
  const names = options.screens ? options.screens.split(",") : all.map(({ name }) => name);
  const unknown = names.filter((name) => !all.some((screen) => screen.name === name));
  if (unknown.length > 0) throw new Error(`no screen is called ${unknown.join(" or ")}; there are ${all.map(({ name }) => name).join(", ")}`);
  const chosen = all.filter(({ name }) => names.includes(name));

  const rows = Object.fromEntries(chosen.map(({ name }) => [name, {}]));
  const add = (figures) => {
    for (const [name, row] of Object.entries(figures)) Object.assign(rows[name], row, row.disturbed !== undefined && { disturbed: row.disturbed + (rows[name].disturbed ?? 0) });
  };
  if (wanted.includes("install")) {
    const errors = await installErrors(hub);
    console.log(`installability errors: ${errors.length}`);
    missed.push(...errors.map((error) => `not installable: ${error}`));
  }
  if (wanted.includes("weight")) add(await weights(browser, hub, chosen, tell));
  if (wanted.includes("load")) add(await loads(browser, hub, chosen, runs, tell));
  if (wanted.includes("axe")) {
    const found = await axes(browser, hub, chosen, tell);
    add(Object.fromEntries(Object.entries(found).map(([name, list]) => [name, { axe: list.length }])));
    missed.push(...Object.entries(found).flatMap(([name, list]) => list.map((one) => `${name}: axe ${one}`)));
  }
  if (wanted.includes("lighthouse")) add(await lighthouses(hub, chosen, runs, tell));
  print(rows);
} finally {
  await browser.close();
  await hub.stop();
}
for (const one of missed) console.log(`missed: ${one}`);
process.exit(missed.length > 0 ? 1 : 0);

function print(rows) {
  const shown = Object.entries(columns).filter(([key]) => Object.values(rows).some((row) => key in row));
  if (shown.length === 0) return;
  const cell = (key, value) => (value === undefined ? "" : columns[key].show?.(value) ?? String(value));
  const fails = ({ least = -Infinity, most = Infinity }, value) => value < least || value > most;
  const lines = [
    ["screen", ...shown.map(([, { title }]) => title)],
    ["target", ...shown.map(([key, { least, most }]) => (least !== undefined ? `≥ ${least}` : most !== undefined ? `≤ ${cell(key, most)}` : ""))],
    ...Object.entries(rows).map(([name, row]) => [name, ...shown.map(([key, column]) => {
      const miss = fails(column, row[key]);
      if (miss && key !== "axe" && !(column.timed && options.crowded)) missed.push(`${name}: ${column.title} ${cell(key, row[key])}${row.against?.length && "least" in column && key !== "performance" ? ` (${row.against.join(", ")})` : ""}`);
      return cell(key, row[key]) + (miss ? " !" : "");
    })]),
  ];
  const widths = lines[0].map((_, i) => Math.max(...lines.map((line) => line[i].length)));
  for (const line of lines) console.log(`| ${line.map((text, i) => (i ? text.padStart(widths[i]) : text.padEnd(widths[i]))).join(" | ")} |`);
}
