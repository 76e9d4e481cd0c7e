// hub mcp with HTTP in front of it: the official suite speaks nothing else. What comes by POST goes
// to the bridge as a line, and the line with the same id comes back as the answer. Nothing is read
// of a message but whether it wants an answer and which one is its own.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import http from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { getDefaultEnvironment } from "@modelcontextprotocol/sdk/client/stdio.js";

/** The environment of a hub mcp that has a folder for its home. */
export const environment = (home) => ({ ...getDefaultEnvironment(), HOME: home, XDG_CONFIG_HOME: "", XDG_STATE_HOME: "" });

/** Writes what hub mcp reads of an address and a bearer. */
export async function configure(home, url, bearer) {
  const own = path.join(home, ".config/progress-hub");
  await mkdir(own, { recursive: true });
  await writeFile(path.join(own, "config.toml"), `hub_url = "${url}"\nauth_token = "${bearer}"\n`, { mode: 0o600 });
}

// How HTTP says a second time what an error of the modern protocol says. Over stdio there is nothing
// of the kind, but the suite takes an error without it for none.
const statuses = { "-32601": 404, "-32602": 400, "-32020": 400, "-32022": 400 };
const isModern = (message) => message.params?._meta?.["io.modelcontextprotocol/protocolVersion"] !== undefined;

/** A server behind hub mcp. */
export const overBridge = (start) => async () => {
  const target = await start();
  const folder = await mkdtemp(path.join(tmpdir(), "hub-bridge-"));
  await configure(folder, target.url, target.token);
  const child = spawn(process.env.HUB_BIN, ["mcp"], { stdio: ["pipe", "pipe", "inherit"], env: environment(folder) });
  const exit = once(child, "exit");
  const waiting = new Map(); // those who wait for an answer, by its id
  createInterface({ input: child.stdout }).on("line", (line) => {
    const id = JSON.stringify(JSON.parse(line).id);
    waiting.get(id)?.shift()?.(line);
  });

  const ask = (line, id) => new Promise((answer) => {
    const key = JSON.stringify(id);
    waiting.set(key, [...waiting.get(key) ?? [], answer]);
    child.stdin.write(line + "\n");
  });
  const server = http.createServer(async (request, response) => {
    if (request.method !== "POST") {
      response.writeHead(405, { allow: "POST" }).end();
      return;
    }
    let text = "";
    for await (const part of request.setEncoding("utf8")) text += part;
    const message = JSON.parse(text);
    const line = text.replaceAll(/[\r\n]/g, " "); // none can stand in a text of JSON
    if (message.id === undefined || message.method === undefined) {
      child.stdin.write(line + "\n");
      response.writeHead(202).end();
      return;
    }
    const answer = await ask(line, message.id);
    const status = isModern(message) && statuses[JSON.parse(answer).error?.code] || 200;
    response.writeHead(status, { "content-type": "application/json" }).end(answer);
  });
  server.maxConnections = 64;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const stop = async () => {
    server.closeAllConnections();
    server.close();
    child.stdin.end();
    await exit;
    await rm(folder, { recursive: true, force: true });
    await target.stop();
  };
  return { url: "http://127.0.0.1:" + server.address().port, stop };
};
