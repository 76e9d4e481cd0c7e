// Runs everything, prints a table and exits with 1 if anything is not as expected.
import { readFile } from "node:fs/promises";
import path from "node:path";
import { overBridge } from "./bridge.js";
import { tryInspector } from "./inspector.js";
import { issuer, programs } from "./oauth.js";
import { sdks, trySDK } from "./sdk.js";
import { fixtures, hub, openHub, withBearer } from "./servers.js";
import { judge, runSuite } from "./suite.js";

const json = async (name) => JSON.parse(await readFile(path.join(import.meta.dirname, name), "utf8"));
const expectations = await json("expectations.json");
const golden = await json("../testdata/tools.golden.json");

const versions = ["2025-11-25", "2026-07-28"];
const rebinding = "dns-rebinding-protection";

const rows = [];
const wrong = [];
const ran = new Set(); // every scenario and check the suite has

/** Does one row of the table; a failure does not keep the others from running. */
async function row(name, run) {
  const began = performance.now();
  const line = await run().catch((failure) => {
    wrong.push(`${name}: ${failure.stack}`);
    return "failed";
  });
  rows.push([name, line, `${((performance.now() - began) / 1000).toFixed(1)} s`]);
}

async function suite(name, url, excused, only) {
  for (const version of versions) {
    await row(`${name}, ${version}`, async () => {
      const results = await runSuite(url, version, only);
      for (const [scenario, checks] of results) {
        ran.add(scenario);
        for (const check of checks) ran.add(`${scenario}:${check.id}`);
      }
      const verdict = judge(results, excused);
      wrong.push(...verdict.wrong.map((line) => `${name}, ${version}: ${line}`));
      return `scenarios: ${verdict.passed} pass, ${verdict.failed} fail, ${verdict.empty} find nothing to check; ${verdict.checks} checks pass`;
    });
  }
}

async function using(start, use) {
  const server = await start();
  try {
    await use(server.url);
  } finally {
    await server.stop();
  }
}

const excused = (target) => new Set(Object.keys({ ...expectations.never, ...expectations[target] }));

await using(withBearer(hub), (url) => suite("suite, hub", url, excused("hub")));
await using(openHub, (url) => suite("suite, hub without a token", url, new Set(), rebinding));
await using(withBearer(fixtures), (url) => suite("suite, fixtures", url, excused("fixtures")));

await using(overBridge(fixtures), (url) => suite("suite, hub mcp", url, excused("bridge")));

await using(hub, async (url) => {
  for (const stdio of [false, true]) {
    for (const era of ["legacy", "modern"]) {
      await row(`Inspector${stdio ? ", hub mcp" : ""}, ${era}`, async () => `${await tryInspector(url, { era, stdio }, golden)} calls`);
    }
  }
});
for (const name of Object.keys(sdks)) {
  await using(hub, (url) => row(name, async () => `${await trySDK(url, name, golden)} calls of tools`));
}
for (const [name, comesIn] of Object.entries(programs)) {
  await using(issuer, (url) => row(name, () => comesIn(url, golden)));
}

for (const [target, list] of Object.entries(expectations)) {
  for (const name of Object.keys(list)) {
    if (!ran.has(name)) wrong.push(`expectations.json, ${target}: the suite has no ${name}`);
  }
}
// Whatever is excused on one server is checked on another, unless it stands under never.
for (const name of Object.keys(expectations.hub)) {
  if (name in expectations.fixtures && name !== rebinding) wrong.push(`expectations.json: no server passes ${name}`);
}

const widths = [0, 1].map((i) => Math.max(...rows.map((r) => r[i].length)));
for (const [name, line, time] of rows) console.log(`${name.padEnd(widths[0])}  ${line.padEnd(widths[1])}  ${time.padStart(6)}`);
if (wrong.length) {
  console.error(`\n${wrong.length} not as expected:\n${wrong.join("\n")}`);
  process.exitCode = 1;
} else {
  console.log("all failures are those that expectations.json explains");
}
