// The TypeScript SDKs: version 1, version 2 in both eras of the protocol, and mcp-remote, the
// bridge for clients that only start programs.
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Client as Client2, StreamableHTTPClientTransport as HTTP2 } from "@modelcontextprotocol/client";
import { Client as Client1 } from "@modelcontextprotocol/sdk/client/index.js";
import { getDefaultEnvironment, StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport as HTTP1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { journey } from "./journey.js";
import { token } from "./servers.js";

const modern = "2026-07-28";
const bridge = path.join(import.meta.dirname, "node_modules/mcp-remote/dist/proxy.js");

const version1 = (name) => new Client1({ name, version: "1.0.0" });
const version2 = (mode) => (name) => new Client2({ name, version: "1.0.0" }, { versionNegotiation: { mode } });

const http = (Transport) => (url, bearer) =>
  new Transport(new URL("/mcp", url), { requestInit: { headers: { Authorization: "Bearer " + bearer } } });

// As docs/agents.md shows it: the header is in a file. What the bridge keeps goes there too.
const remote = (url, bearer, folder) => new StdioClientTransport({
  command: process.execPath,
  args: [bridge, url + "/mcp", "--header-file", folder + "/" + bearer],
  env: { ...getDefaultEnvironment(), MCP_REMOTE_CONFIG_DIR: folder },
  stderr: "ignore",
});

const unauthorized = /401|[Uu]nauthorized/;

/** The clients by the name they connect with: client, transport, era, what a wrong token gets. */
export const sdks = {
  "sdk-v1": [version1, http(HTTP1), "2025-11-25", unauthorized],
  "sdk-v2-legacy": [version2("legacy"), http(HTTP2), "2025-11-25", unauthorized],
  "sdk-v2-auto": [version2("auto"), http(HTTP2), modern, unauthorized],
  "sdk-v2-modern": [version2({ pin: modern }), http(HTTP2), modern, unauthorized],
  "mcp-remote": [version1, remote, undefined, /Connection closed/], // the era is its own affair
};

/** Goes through a session, then tries to come in with a wrong token. Returns the number of calls. */
export async function trySDK(url, name, expected) {
  const [make, transport, era, refused] = sdks[name];
  const folder = await mkdtemp(path.join(tmpdir(), "hub-sdk-"));
  try {
    for (const bearer of [token, "wrong"]) await writeFile(path.join(folder, bearer), `Authorization: Bearer ${bearer}\n`, { mode: 0o600 });
    const client = make(name);
    const channel = transport(url, token, folder);
    await client.connect(channel);
    try {
      assert.equal(channel.protocolVersion, era);
      assert.equal(client.getServerVersion().name, "progress-hub");
      assert.match(client.getInstructions(), /session_digest/);
      const calls = await journey(client, name, expected);
      await assert.rejects(make(name).connect(transport(url, "wrong", folder)), refused);
      return calls;
    } finally {
      await client.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
