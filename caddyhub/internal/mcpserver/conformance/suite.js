// The official conformance suite, judged by what expectations.json says.
import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";

const program = path.join(import.meta.dirname, "node_modules/@modelcontextprotocol/conformance/dist/index.js");
const longest = 60_000; // milliseconds of one run of the suite

/**
 * Runs the server scenarios of one protocol version and returns the checks of each.
 * @param {string} url where the server listens
 * @param {string} version of the protocol, such as "2026-07-28"
 * @param {string} [only] the one scenario to run; default: all of them
 */
export async function runSuite(url, version, only) {
  const folder = await mkdtemp(path.join(tmpdir(), "hub-conformance-"));
  try {
    const what = only ? ["--scenario", only] : ["--suite", "all"];
    const said = await promisify(execFile)(process.execPath,
      [program, "server", "--url", url + "/mcp", "--spec-version", version, ...what, "--output-dir", folder],
      { timeout: longest, maxBuffer: 1 << 24 })
      // It exits with 1 if any check failed, which is for us to judge.
      .catch((failure) => failure.code === 1 ? failure : Promise.reject(failure));
    const started = [...said.stdout.matchAll(/^Running client scenario '(.+?)'/gm)].map((m) => m[1]);
    const checks = new Map();
    for (const name of await readdir(folder)) {
      const scenario = /^server-(.+)-\d{4}-\d\d-\d\dT[\d-]+Z$/.exec(name)?.[1];
      checks.set(scenario, JSON.parse(await readFile(path.join(folder, name, "checks.json"), "utf8")));
    }
    const lost = started.filter((name) => !checks.has(name));
    if (!started.length || lost.length) {
      throw new Error(`the suite left no result for ${lost.join(", ") || "any scenario"}:\n${said.stdout}${said.stderr}`);
    }
    return checks;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

// That what the server sends has the form of the specification is never excused.
const always = "wire-schema-valid";

/**
 * Compares the results with the scenarios, and single checks written "scenario:check", that
 * are expected to fail.
 * @param {Map<string, object[]>} results from {@link runSuite}
 * @param {Set<string>} excused what shall fail
 */
export function judge(results, excused) {
  const verdict = { passed: 0, empty: 0, failed: 0, checks: 0, wrong: [] };
  for (const [scenario, checks] of results) {
    const failed = new Map(checks.filter((c) => c.status === "FAILURE").map((c) => [c.id, c.errorMessage]));
    const passed = checks.filter((c) => c.status === "SUCCESS");
    verdict.checks += passed.length;
    const whole = excused.has(scenario);
    const single = [...excused].filter((e) => e.startsWith(scenario + ":")).map((e) => e.slice(scenario.length + 1));
    if (whole && !failed.size) verdict.wrong.push(`${scenario} passes now: take it out of expectations.json`);
    for (const id of single) {
      if (!failed.has(id)) verdict.wrong.push(`${scenario}:${id} fails no longer: take it out of expectations.json`);
    }
    for (const [id, message] of failed) {
      if (id === always || !whole && !single.includes(id)) verdict.wrong.push(`${scenario}:${id}: ${message}`);
    }
    if (failed.size) verdict.failed++;
    else if (passed.some((c) => c.id !== always)) verdict.passed++;
    else verdict.empty++;
  }
  return verdict;
}
