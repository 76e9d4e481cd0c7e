// The TypeScript SDKs: version 1, version 2 in both eras of the protocol, over HTTP and over
// hub mcp; and mcp-remote, another bridge for clients that only start programs.
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Client as Client2, StreamableHTTPClientTransport as HTTP2 } from "@modelcontextprotocol/client";
import { StdioClientTransport as Stdio2 } from "@modelcontextprotocol/client/stdio";
import { Client as Client1 } from "@modelcontextprotocol/sdk/client/index.js";
import { getDefaultEnvironment, StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport as HTTP1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { configure, environment } from "./bridge.js";
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

// hub mcp, with a home of its own for each bearer.
const stdio = (Transport) => (_url, bearer, folder) => new Transport({
  command: process.env.HUB_BIN, args: ["mcp"], stderr: "ignore",
  env: environment(path.join(folder, "home-" + bearer)),
});

const unauthorized = /401|[Uu]nauthorized/;
const unauthorizedHere = /does not take the token in/;

/** The clients by the name they connect with: client, transport, era, what a wrong token gets. */
export const sdks = {
  "sdk-v1": [version1, http(HTTP1), "2025-11-25", unauthorized],
  "sdk-v2-legacy": [version2("legacy"), http(HTTP2), "2025-11-25", unauthorized],
  "sdk-v2-auto": [version2("auto"), http(HTTP2), modern, unauthorized],
  "sdk-v2-modern": [version2({ pin: modern }), http(HTTP2), modern, unauthorized],
  "hub-mcp-v1": [version1, stdio(StdioClientTransport), undefined, unauthorizedHere],
  "hub-mcp-v2-legacy": [version2("legacy"), stdio(Stdio2), undefined, unauthorizedHere],
  "hub-mcp-v2-auto": [version2("auto"), stdio(Stdio2), undefined, unauthorizedHere],
  "hub-mcp-v2-modern": [version2({ pin: modern }), stdio(Stdio2), undefined, /did not offer/],
  "mcp-remote": [version1, remote, undefined, /Connection closed/], // the era is its own affair
};

/** Writes what the bridges read of an address and a bearer. */
async function prepare(folder, url, bearer) {
  await writeFile(path.join(folder, bearer), `Authorization: Bearer ${bearer}\n`, { mode: 0o600 });
  await configure(path.join(folder, "home-" + bearer), url, bearer);
}

/** Goes through a session, then tries to come in with a wrong token. Returns the number of calls. */
export async function trySDK(url, name, expected) {
  const [make, transport, era, refused] = sdks[name];
  const folder = await mkdtemp(path.join(tmpdir(), "hub-sdk-"));
  try {
    for (const bearer of [token, "wrong"]) await prepare(folder, url, bearer);
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
