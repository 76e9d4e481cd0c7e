// The MCP Inspector's command line, over HTTP and over hub mcp.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { configure } from "./bridge.js";
import { token } from "./servers.js";

const program = path.join(import.meta.dirname, "node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js");
const longest = 60_000; // milliseconds of one call

/** The ways to a hub, as options of the Inspector: its address, or hub mcp with a home of its own. */
const overHTTP = (url) => ["--server-url", url + "/mcp", "--transport", "http", "--header", "Authorization: Bearer " + token, "--stored-auth-only"];
const overStdio = (home) => [process.env.HUB_BIN, "mcp", "--transport", "stdio", "-e", "HOME=" + home];

/**
 * Calls one method and returns the exit code and the JSON it prints.
 * @param {string[]} way to the hub
 * @param {string} era "legacy" (initialize) or "modern" (2026-07-28)
 */
function inspect(way, era, method, ...more) {
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [program, "--cli", ...way, "--protocol-era", era, "--format", "json", "--method", method, ...more],
    { timeout: longest }, (failure, stdout, stderr) => {
      if (failure && typeof failure.code !== "number") return reject(failure);
      try {
        resolve({ code: failure?.code ?? 0, result: JSON.parse(stdout).result });
      } catch {
        reject(new Error(`the Inspector's ${method} printed ${stdout || "nothing"}\n${stderr}`));
      }
    });
  });
}

/** Goes through the hub that listens at an address, over HTTP or over hub mcp. */
export async function tryInspector(url, { era, stdio = false }, expected) {
  if (!stdio) return inspectAll(overHTTP(url), era, expected);
  const home = await mkdtemp(path.join(tmpdir(), "hub-inspector-"));
  try {
    await configure(home, url, token);
    return await inspectAll(overStdio(home), era, expected);
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

/** Lists everything, with schemas that any client can use; calls a tool that succeeds and one that refuses. Returns the number of calls. */
async function inspectAll(way, era, expected) {
  const ok = async (...call) => {
    const { code, result } = await inspect(way, era, ...call);
    assert.equal(code, 0, call.join(" "));
    return result;
  };
  assert.deepEqual((await ok("tools/list", "--strict")).tools, expected.tools);
  const uris = (await ok("resources/list")).resources.map((r) => r.uri);
  assert.deepEqual(uris, ["hub://projects"]);
  assert.match((await ok("resources/read", "--uri", uris[0])).contents[0].text, /not instructions/);
  assert.deepEqual(
    (await ok("resources/templates/list")).resourceTemplates.map((t) => t.uriTemplate).sort(),
    ["hub://projects/{slug}/progress", "hub://threads/{id}", "hub://wiki/{+path}"]);
  assert.deepEqual((await ok("prompts/list")).prompts.map((p) => p.name).sort(), ["resume_work", "wrap_up"]);

  const listed = await ok("tools/call", "--tool-name", "list_projects");
  assert.deepEqual(listed.structuredContent, { projects: [], total: 0 });
  assert.equal(listed.content[0].text, "0 projects.");

  const refused = await inspect(way, era, "tools/call", "--tool-name", "read", "--tool-arg", "uri=hub://threads/none");
  assert.equal(refused.code, 5); // the Inspector's own code for a result with isError
  assert.equal(refused.result.isError, true);
  assert.match(refused.result.content[0].text, /not found/);
  return 7;
}
