// A model that costs nothing: it writes down what it is asked, calls one tool of the hub, and is
// done when it has the result.
import { once } from "node:events";
import http from "node:http";
import { dialects } from "./dialects.js";

/** Starts one on a free port. It calls the tool whose name ends with tool, as the
 * program calls it, with arguments. */
export async function startModel(tool) {
  const model = { arguments: {} };
  model.asked = []; // { text, tools, results } of each request, the first one first
  const server = http.createServer(async (request, response) => {
    const path = new URL(request.url, "http://model").pathname;
    const dialect = dialects.find((d) => d.path.test(path));
    let text = "";
    for await (const part of request) text += part;
    if (request.method !== "POST" || !dialect) {
      response.writeHead(path.endsWith("/models") ? 200 : 404, { "Content-Type": "application/json" });
      response.end(JSON.stringify(path.endsWith("/models") ? { object: "list", data: [], models: [] } : { error: { message: "not here" } }));
      return;
    }
    const body = JSON.parse(text);
    const tools = dialect.tools(body), results = dialect.results(body);
    model.asked.push({ path, text, tools, results });
    const wanted = tools.find((t) => t.name?.endsWith(tool));
    const answer = dialect.answer(body, wanted && !results.length ? { call: { ...wanted, arguments: model.arguments } } : { text: "Done." }, path);
    const streamed = typeof answer === "string";
    response.writeHead(200, { "Content-Type": streamed ? "text/event-stream" : "application/json" });
    response.end(streamed ? answer : JSON.stringify(answer));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const stop = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  };
  return Object.assign(model, { url: "http://127.0.0.1:" + server.address().port, stop });
}
