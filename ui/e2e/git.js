// A git server for the tests: git's own http-backend behind basic authentication, with one
// repository. Needs git on the PATH.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import http from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "@playwright/test";

/** Whom the server lets in. */
export const gitUser = "hub", gitToken = "a-token-of-the-test-server";

/** Serves an empty repository whose branch is to be main. */
export async function startGit() {
  const root = await mkdtemp(path.join(tmpdir(), "hub-git-"));
  const dir = path.join(root, "notes.git");
  const env = {
    PATH: process.env.PATH, HOME: root, GIT_CONFIG_NOSYSTEM: "1", GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_AUTHOR_NAME: "A Human", GIT_AUTHOR_EMAIL: "human@example.org", GIT_COMMITTER_NAME: "A Human", GIT_COMMITTER_EMAIL: "human@example.org",
  };
  const git = (args, input = "") => execFileSync("git", args, { cwd: root, env, input, encoding: "utf8", stdio: ["pipe", "pipe", "pipe"] });
  git(["init", "--quiet", "--bare", "--initial-branch=main", dir]);
  const inside = (args, input) => git(["--git-dir", dir, ...args], input);
  inside(["config", "http.receivepack", "true"]);
  const server = http.createServer((request, response) => serve(request, response, root, env)).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${server.address().port}/notes.git`,
    /** One commit of a human: texts by their paths. */
    write(files) {
      let tip = "";
      try { tip = `from ${inside(["rev-parse", "--verify", "--quiet", "refs/heads/main"]).trim()}\n`; } catch { /* the first one */ }
      const parts = Object.entries(files).map(([file, text]) => `M 100644 inline ${file}\ndata ${Buffer.byteLength(text)}\n${text}\n`);
      inside(["fast-import", "--quiet", "--date-format=now"], `commit refs/heads/main\ncommitter A Human <human@example.org> now\ndata 7\nby hand\n${tip}${parts.join("")}`);
    },
    /** Replaces the branch by another history, of one commit with these texts alone. */
    replace(files) {
      const parts = Object.entries(files).map(([file, text]) => `M 100644 inline ${file}\ndata ${Buffer.byteLength(text)}\n${text}\n`);
      inside(["fast-import", "--quiet", "--force", "--date-format=now"], `reset refs/heads/main\n\ncommit refs/heads/main\ncommitter A Human <human@example.org> now\ndata 8\nreplaced\n${parts.join("")}`);
    },
    read: (file) => inside(["cat-file", "blob", `main:${file}`]),
    async stop() {
      server.closeAllConnections();
      server.close();
      await rm(root, { recursive: true, force: true });
    },
  };
}

/** Has a hub that takes no token sync with its forge, to the end: a slow one goes on behind the answer. */
export async function sync(hub) {
  const answer = await fetch(hub.url + "/api/forge/sync", { method: "POST" });
  expect(answer.ok, `sync: ${answer.status}`).toBe(true);
  await expect.poll(async () => (await (await fetch(hub.url + "/api/forge")).json()).syncing, { timeout: 60_000 }).toBe(false);
}

/** Answers one request by the backend (RFC 3875). */
function serve(request, response, root, env) {
  if (request.headers.authorization !== "Basic " + Buffer.from(`${gitUser}:${gitToken}`).toString("base64")) {
    response.writeHead(401, { "WWW-Authenticate": 'Basic realm="git"' }).end();
    return;
  }
  const { pathname, search } = new URL(request.url, "http://localhost");
  const backend = spawn("git", ["http-backend"], { env: {
    ...env, GIT_PROJECT_ROOT: root, GIT_HTTP_EXPORT_ALL: "1", REMOTE_USER: gitUser, REQUEST_METHOD: request.method, PATH_INFO: pathname, QUERY_STRING: search.slice(1),
    CONTENT_TYPE: request.headers["content-type"] ?? "", HTTP_CONTENT_ENCODING: request.headers["content-encoding"] ?? "", HTTP_GIT_PROTOCOL: request.headers["git-protocol"] ?? "",
    ...(request.headers["content-length"] && { CONTENT_LENGTH: request.headers["content-length"] }),
  } });
  backend.stdin.on("error", () => {}); // it may have read enough
  request.pipe(backend.stdin);
  let head = Buffer.alloc(0), told = false;
  backend.stdout.on("data", (part) => {
    if (told) return void response.write(part);
    head = Buffer.concat([head, part]);
    const end = head.indexOf("\r\n\r\n");
    if (end < 0) return;
    told = true;
    const fields = head.subarray(0, end).toString().split("\r\n").map((line) => line.split(/:\s*/, 2));
    const status = fields.find(([name]) => name === "Status")?.[1] ?? "200";
    response.writeHead(parseInt(status, 10), Object.fromEntries(fields.filter(([name]) => name !== "Status")));
    response.write(head.subarray(end + 4));
  });
  backend.on("close", () => response.end());
}
