// The MCP Inspector's command line.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import path from "node:path";
import { token } from "./servers.js";

const program = path.join(import.meta.dirname, "node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js");
const longest = 60_000; // milliseconds of one call

/**
 * Calls one method and returns the exit code and the JSON it prints.
 * @param {string} url where the hub listens
 * @param {string} era "legacy" (initialize) or "modern" (2026-07-28)
 */
function inspect(url, era, method, ...more) {
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [program, "--cli", "--server-url", url + "/mcp", "--transport", "http", "--protocol-era", era,
      "--header", "Authorization: Bearer " + token, "--stored-auth-only", "--format", "json", "--method", method, ...more],
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

/** Lists everything, with schemas that any client can use; calls a tool that succeeds and one that refuses. Returns the number of calls. */
export async function tryInspector(url, era, expected) {
  const ok = async (...call) => {
    const { code, result } = await inspect(url, era, ...call);
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

  const refused = await inspect(url, era, "tools/call", "--tool-name", "read", "--tool-arg", "uri=hub://threads/none");
  assert.equal(refused.code, 5); // the Inspector's own code for a result with isError
  assert.equal(refused.result.isError, true);
  assert.match(refused.result.content[0].text, /not found/);
  return 7;
}
