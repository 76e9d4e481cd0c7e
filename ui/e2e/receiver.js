// A program that the hub posts to, as a gateway or a webhook, or that a browser comes to.
import { once } from "node:events";
import http from "node:http";

/** Starts one that answers with a status; `got` has what came to it. */
export async function receiver(status = 200) {
  const got = [];
  const server = http.createServer(async (request, response) => {
    let text = "";
    for await (const part of request) text += part;
    got.push({ path: request.url, headers: request.headers, body: text && JSON.parse(text) });
    response.writeHead(status).end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return { got, url: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}
