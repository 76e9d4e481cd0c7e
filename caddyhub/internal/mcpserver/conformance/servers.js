// The servers of a run, all on free ports of this machine.
import { spawn } from "node:child_process";
import { once } from "node:events";
import http from "node:http";
import { createInterface } from "node:readline";
import { startHub, token } from "../../../../ui/e2e/hub.js";

export { token };

const longest = 120; // seconds the fixtures' server may live
const slowest = 30_000; // milliseconds the proxy waits for an answer

/** The real binary as an owner runs it: whoever comes needs the access token. */
export const hub = async () => ({ ...await startHub("http"), token });

/** The real binary in development mode: this machine needs no credential. */
export const openHub = () => startHub("http", {});

/** The hub's MCP server with the suite's fixtures in it, from ../conformance_test.go. */
export async function fixtures() {
  const child = spawn("timeout", ["--kill-after=5", String(longest), process.env.FIXTURES_BIN, "-test.run=^TestServeConformance$"],
    { stdio: ["pipe", "pipe", "inherit"] });
  const exit = once(child, "exit");
  const stop = async () => {
    child.stdin.end();
    await exit;
  };
  const said = {};
  for await (const line of createInterface({ input: child.stdout })) {
    const [name, value] = line.split(" ");
    said[name] = value;
    if (said.Open && said.Token) return { url: said.Open, token: said.Token, stop };
  }
  throw new Error("the server with the fixtures did not start");
}

/** A server behind a proxy that brings the bearer: the suite sends no headers of ours. */
export const withBearer = (start) => async () => {
  const target = await start();
  const server = http.createServer((request, response) => {
    const onward = http.request(new URL(request.url, target.url), {
      method: request.method, timeout: slowest, agent: false,
      headers: { ...request.headers, authorization: "Bearer " + target.token },
    }, (answer) => {
      response.writeHead(answer.statusCode, answer.headers);
      answer.pipe(response);
    });
    onward.on("timeout", () => onward.destroy());
    onward.on("error", () => response.destroy());
    response.on("close", () => onward.destroy());
    request.pipe(onward);
  });
  server.maxConnections = 64;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const stop = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
    await target.stop();
  };
  return { url: "http://127.0.0.1:" + server.address().port, stop };
};
