// A relay between browser and hub, on a port of its own: it can be cut, put the hub under a
// prefix, and change what comes back.
import { once } from "node:events";
import http from "node:http";
import { freePort } from "./hub.js";

export async function relay(url, prefix = "") {
  let { hostname, port: behind } = new URL(url);
  let change = null, deaf = null;
  const open = new Set();
  const server = http.createServer((request, response) => {
    if (!request.url.startsWith(prefix + "/")) return response.writeHead(404).end();
    const path = request.url.slice(prefix.length);
    const headers = { ...request.headers };
    if (change?.[path]) for (const name of ["accept-encoding", "if-none-match"]) delete headers[name]; // whole, and readable
    const sent = http.request({ hostname, port: behind, path, method: request.method, headers, agent: false }, async (answer) => {
      if (deaf?.(request.method, path)) return request.socket.destroy(); // the hub has done it
      if (!change?.[path]) {
        response.writeHead(answer.statusCode, answer.headers);
        return answer.pipe(response);
      }
      let text = "";
      for await (const part of answer) text += part;
      const { "content-length": _, etag: __, ...rest } = answer.headers;
      response.writeHead(answer.statusCode, rest).end(change[path](text));
    });
    sent.on("error", () => request.socket.destroy());
    response.on("close", () => sent.destroy());
    request.pipe(sent);
  });
  server.on("connection", (socket) => {
    open.add(socket);
    socket.on("close", () => open.delete(socket));
  });
  const listen = async (at) => {
    server.listen(at, "127.0.0.1");
    await once(server, "listening");
  };
  const port = await freePort(); // nobody is given it while the relay is cut
  await listen(port);
  return {
    url: `http://127.0.0.1:${port}${prefix}`,
    port,
    /** Nothing answers from now on. */
    async cut() {
      server.close();
      for (const socket of open) socket.destroy();
      if (server.listening) await once(server, "close");
    },
    mend: () => listen(port),
    /** Another hub stands behind the same address from now on. */
    turn(to) { ({ hostname, port: behind } = new URL(to)); },
    /** What is sent instead of the text at a path: `{ "/ui/sw.js": (text) => … }`. */
    change(by) { change = by; },
    /** Loses the answers to what this is true of. */
    lose(which) { deaf = which; },
  };
}
