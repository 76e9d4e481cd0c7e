// Real hubs for the tests: the binary itself, on a free port of this machine, with a data
// folder of its own. Each stops with its test, and by itself should the tests not end it.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import http from "node:http";
import https from "node:https";
import net from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** The access token of the hubs, out of nowhere. */
export const token = "e2e-" + "0123456789abcdef".repeat(3);

// Seconds a hub may live: longer than any test, which is to fail by its own time and not by the hub's.
let longest = 3_600;

/** Lets hubs live longer, for what is no test. */
export const mayLive = (seconds) => { longest = seconds; };

/** Starts a hub the way a browser shall come to it: "http", "https" or "proxy"; "demo" is full, and lets this machine in. */
export async function startHub(way, env = { HUB_AUTH_TOKEN: token }) {
  const folder = await mkdtemp(path.join(tmpdir(), "hub-e2e-"));
  const data = path.join(folder, "data");
  const running = [];
  const stop = async () => {
    await Promise.all(running.map(end));
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const url = await ways[way](folder, data, env, running);
    return { url, data, stop };
  } catch (failure) {
    await stop();
    throw failure;
  }
}

// The address of the proxy, other than that of a browser: so the hub can tell them apart.
const proxy = "127.0.0.9";

const ways = {
  http: (folder, data, env, running) => serve(data, env, running),
  demo: (folder, data, env, running) => opened(start(["serve", "--listen", "127.0.0.1:0", "--demo"], { ...env, TMPDIR: folder }, running)),
  https: (folder, data, env, running) => run(folder, `hub {\n data_dir ${data}\n }`, "hub", env, running),
  async proxy(folder, data, env, running) {
    const behind = await serve(data, { ...env, HUB_TRUST_PROXY_HEADERS: "true", HUB_TRUSTED_PROXIES: proxy }, running);
    const forward = `reverse_proxy ${new URL(behind).host} {\n transport http {\n local_address ${proxy}\n }\n }`;
    return run(folder, "", forward, {}, running);
  },
};

/** Runs the built-in configuration, which says where it listens: on any port, if the environment names none. */
async function serve(data, env, running) {
  return opened(start(["serve", "--listen", env.HUB_LISTEN ?? "127.0.0.1:0", "--data", data], env, running));
}

const opened = (said) => until(said, () => /Open +(\S+)\/ui\//.exec(said.text)?.[1]);

/** Runs a Caddyfile with one site over HTTPS, with a certificate of Caddy's own making. */
async function run(folder, options, site, env, running) {
  const port = await freePort();
  const file = path.join(folder, "Caddyfile");
  await writeFile(file, `{
  admin off
  persist_config off
  skip_install_trust
  auto_https disable_redirects
  storage file_system ${path.join(folder, "caddy")}
  servers {
    protocols h1 h2
  }
  ${options}
}
https://localhost:${port} {
  bind 127.0.0.1
  tls internal
  ${site}
}
`);
  const said = start(["run", "--config", file, "--adapter", "caddyfile"], env, running);
  const url = `https://localhost:${port}`;
  return until(said, async () => (await request(url, "/api/health").catch(() => null))?.status === 200 && url);
}

function start(args, env, running) {
  const caller = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("HUB_")));
  const child = spawn("timeout", ["--signal=KILL", String(longest), process.env.HUB_BIN, ...args], { env: { ...caller, ...env } });
  const said = { text: "", child };
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (b) => { said.text += b; });
  running.push(child);
  return said;
}

async function until(said, ready) {
  const began = performance.now();
  while (performance.now() - began < 60_000) { // for a machine that does much else; a hub that can't start ends
    const found = await ready();
    if (found) return found;
    if (said.child.exitCode !== null || said.child.signalCode !== null) break;
    await sleep(50);
  }
  throw new Error("the hub did not start:\n" + said.text);
}

/** Ends a hub at once: by itself it takes up to a second, which all tests together would wait for minutes. Nobody reads its data again. */
async function end(child) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit");
  process.kill(-child.pid, "SIGKILL"); // timeout and the hub, whose group it leads
  await gone;
}

/** The environment of a hub at which programs are connected by its address. */
export async function withIssuer() {
  const port = await freePort();
  return { HUB_AUTH_TOKEN: token, HUB_LISTEN: `127.0.0.1:${port}`, HUB_OAUTH_ISSUER: `http://127.0.0.1:${port}` };
}

// A port to listen on later: none of those that the system gives to whoever asks for any.
export async function freePort() {
  for (;;) {
    const port = 10_000 + Math.floor(Math.random() * 20_000);
    const server = net.createServer().listen(port, "127.0.0.1");
    if (await Promise.race([once(server, "listening").then(() => true), once(server, "error").then(() => false)])) {
      server.close();
      await once(server, "close");
      return port;
    }
  }
}

/** Asks a hub without a browser, from any address of this machine. */
export function request(url, to, { method = "GET", body, headers = {}, from } = {}) {
  const { request: ask } = url.startsWith("https:") ? https : http;
  return new Promise((resolve, reject) => {
    const sent = ask(new URL(to, url), {
      method, localAddress: from, family: 4, rejectUnauthorized: false, timeout: 10_000, agent: false,
      headers: { ...(body && { "Content-Type": "application/json" }), ...headers },
    }, async (response) => {
      let text = "";
      for await (const part of response) text += part;
      resolve({ status: response.statusCode, headers: response.headers, text });
    });
    sent.on("timeout", () => sent.destroy(new Error("no answer")));
    sent.on("error", reject);
    sent.end(body && JSON.stringify(body));
  });
}

/** Asks a hub that takes no token, as a program on its machine does. */
export async function tell(hub, method, to, body) {
  const { status, text } = await request(hub.url, to, { method, body, headers: { "User-Agent": "e2e/1" } });
  if (status >= 300) throw new Error(`${method} ${to}: ${status} ${text}`);
  return text && JSON.parse(text);
}

/** Opens a thread, so that there is something to see. */
export async function addThread(url, thread) {
  const { status, text } = await request(url, "/api/threads", { method: "POST", body: thread, headers: { Authorization: "Bearer " + token } });
  if (status >= 300) throw new Error(text);
  return JSON.parse(text);
}
