// Clients that are given the hub's address and nothing else: the TypeScript SDKs through their own
// auth(), mcp-remote and the Inspector. Each finds the authorization server, registers, has the owner consent,
// comes in, exchanges its tokens, and learns that it was revoked.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { auth as auth2, Client as Client2, StreamableHTTPClientTransport as HTTP2 } from "@modelcontextprotocol/client";
import { auth as auth1 } from "@modelcontextprotocol/sdk/client/auth.js";
import { Client as Client1 } from "@modelcontextprotocol/sdk/client/index.js";
import { getDefaultEnvironment, StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport as HTTP1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { freePort, request, startHub, token, withIssuer } from "../../../../ui/e2e/hub.js";

const modern = "2026-07-28";
const owner = { Authorization: "Bearer " + token };

/** The hub on its public name, which here is an address of this machine. */
export const issuer = async () => startHub("http", await withIssuer());

/** What the browser does when a client opens an address in it: the owner says yes. */
async function consent(url, address) {
  const asked = await fetch(address, { redirect: "manual" });
  const page = asked.headers.get("location");
  assert.match(page ?? "", /^\/ui\/connect\//, `${asked.status} ${await asked.text()}`);
  const { status, text } = await request(url, `/api/oauth/requests/${page.split("/").at(-1)}/approve`, { method: "POST", headers: owner });
  assert.equal(status, 200, text);
  return new URL(JSON.parse(text).redirect);
}

/** The clients that the owner has let in. */
async function connectors(url) {
  return JSON.parse((await request(url, "/api/tokens", { headers: owner })).text).filter(({ kind }) => kind === "connector");
}

/** What a program keeps between its calls of auth(). */
class Keeper {
  redirectUrl = "http://127.0.0.1:1/callback"; // the port is another each time a program starts
  constructor(name) { this.name = name; }
  get clientMetadata() {
    return { client_name: this.name, redirect_uris: [this.redirectUrl], grant_types: ["authorization_code", "refresh_token"], response_types: ["code"], token_endpoint_auth_method: "none" };
  }
  state() { return "state of " + this.name; }
  clientInformation() { return this.client; }
  saveClientInformation(client) { this.client = client; }
  tokens() { return this.held; }
  saveTokens(held) { this.held = held; }
  invalidateCredentials(what) {
    if (what === "all" || what === "tokens") this.held = undefined;
    if (what === "all" || what === "client") this.client = undefined;
  }
  redirectToAuthorization(address) { this.address = address; }
  saveCodeVerifier(verifier) { this.verifier = verifier; }
  codeVerifier() { return this.verifier; }
  discoveryState() { return this.discovered; }
  saveDiscoveryState(discovered) { this.discovered = discovered; }
}

const version1 = { auth: auth1, Transport: HTTP1, make: (name) => new Client1({ name, version: "1.0.0" }) };
const version2 = (mode) => ({ auth: auth2, Transport: HTTP2, make: (name) => new Client2({ name, version: "1.0.0" }, { versionNegotiation: { mode } }) });

/** The SDKs, by the name they connect with. */
const sdks = { "oauth-sdk-v1": version1, "oauth-sdk-v2-legacy": version2("legacy"), "oauth-sdk-v2-modern": version2({ pin: modern }) };

async function trySDK(url, name, expected) {
  const { auth, Transport, make } = sdks[name];
  const keeper = new Keeper(name);
  const serverUrl = new URL("/mcp", url);
  assert.equal(await auth(keeper, { serverUrl }), "REDIRECT");
  const back = await consent(url, keeper.address);
  assert.deepEqual([back.searchParams.get("state"), back.searchParams.get("iss")], [keeper.state(), url]);
  assert.equal(await auth(keeper, { serverUrl, authorizationCode: back.searchParams.get("code"), iss: back.searchParams.get("iss") }), "AUTHORIZED");
  await useOnce(make(name), new Transport(serverUrl, { authProvider: keeper }), name, expected);

  const first = keeper.held.access_token;
  assert.equal(await auth(keeper, { serverUrl }), "AUTHORIZED"); // by the refresh token
  assert.notEqual(keeper.held.access_token, first);
  await useOnce(make(name), new Transport(serverUrl, { authProvider: keeper }), name, expected);

  const [{ id, scope, last_used_at: used }] = (await connectors(url)).filter((one) => one.name === name);
  assert.equal(scope, "write");
  assert.ok(used);
  assert.equal((await request(url, "/api/tokens/" + id, { method: "DELETE", headers: owner })).status, 204);
  keeper.address = undefined;
  await assert.rejects(make(name).connect(new Transport(serverUrl, { authProvider: keeper })), /[Uu]nauthorized|REDIRECT|authoriz/i);
  assert.ok(keeper.address, "the client does not ask anew once it was revoked");
  return "comes in, refreshes, is revoked and asks anew";
}

async function useOnce(client, channel, name, expected) {
  await client.connect(channel);
  try {
    assert.deepEqual((await client.listTools()).tools, expected.tools);
    const made = await client.callTool({ name: "start_work", arguments: { intent: `Try ${name}`, source_tool: name } });
    assert.ok(!made.isError, made.content?.[0]?.text);
  } finally {
    await client.close();
  }
}

/** Where the browser goes; the program may listen there only a moment later. */
async function follow(back) {
  for (let tries = 50; ; tries--) {
    try {
      return (await fetch(back)).status;
    } catch (failure) {
      if (tries === 0) throw failure;
      await sleep(100);
    }
  }
}

/** mcp-remote opens a browser; the address it says is where the owner consents. */
async function tryRemote(url, name, expected) {
  const folder = await mkdtemp(tmpdir() + "/hub-oauth-");
  const channel = new StdioClientTransport({
    command: process.execPath, args: [import.meta.dirname + "/node_modules/mcp-remote/dist/proxy.js", url + "/mcp", String(await freePort())],
    env: { ...getDefaultEnvironment(), MCP_REMOTE_CONFIG_DIR: folder, BROWSER: "true", PATH: "/nowhere" }, stderr: "pipe",
  });
  let said = "", asked = false;
  const followed = new Promise((done, failed) => {
    channel.stderr.on("data", (text) => {
      said += text;
      const address = /https?:\/\/\S+\/authorize\?\S+/.exec(said)?.[0];
      if (!address || asked) return;
      asked = true;
      consent(url, address).then(follow).then(done, failed);
    });
  });
  followed.catch(() => {}); // it is told below
  const client = new Client1({ name, version: "1.0.0" });
  try {
    await client.connect(channel, { timeout: 30_000 });
    assert.equal(await followed, 200);
    assert.deepEqual((await client.listTools()).tools, expected.tools);
    assert.equal((await connectors(url)).length, 1);
  } catch (failure) {
    failure.stack += "\n" + said;
    throw failure;
  } finally {
    await client.close();
    await rm(folder, { recursive: true, force: true });
  }
  return "comes in through the browser";
}

/** The Inspector's command line signs in once, keeps its tokens at home, and comes in with them afterwards. */
async function tryInspector(url, expected) {
  const home = await mkdtemp(tmpdir() + "/hub-oauth-");
  const list = async (follows) => {
    const child = spawn(process.execPath, [
      import.meta.dirname + "/node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js", "--cli", "--server-url", url + "/mcp", "--transport", "http",
      "--callback-url", `http://127.0.0.1:${await freePort()}/oauth/callback`, "--format", "json", "--method", "tools/list",
    ], { env: { ...process.env, HOME: home, BROWSER: "true", MCP_AUTO_OPEN_ENABLED: "true" }, timeout: 30_000 });
    let printed = "", said = "", followed;
    child.stdout.on("data", (text) => { printed += text; });
    child.stderr.on("data", (text) => {
      said += text;
      const address = /https?:\/\/\S+\/authorize\?\S+/.exec(said)?.[0];
      if (address && !followed) followed = consent(url, address).then(follow);
    });
    const [code] = await once(child, "close");
    assert.equal(code, 0, said);
    assert.equal(await followed, follows, said);
    assert.deepEqual(JSON.parse(printed).result.tools, expected.tools);
  };
  try {
    await list(200);
    await list(undefined);
    assert.equal((await connectors(url)).length, 1);
  } finally {
    await rm(home, { recursive: true, force: true });
  }
  return "signs in, and comes in again";
}

/** All of them, by the name they connect with: each takes the hub's address and the golden list of tools. */
export const programs = { ...Object.fromEntries(Object.keys(sdks).map((name) => [name, (url, expected) => trySDK(url, name, expected)])), "oauth-mcp-remote": (url, expected) => tryRemote(url, "mcp-remote", expected), "oauth-inspector": tryInspector };
