// Every request to the hub goes through here. This file's address tells where the hub is,
// under any prefix: it lies in …/ui/assets/<digest>/.
const hub = new URL("../../../", import.meta.url);

/** Where the API and the dashboard are. */
export const api = new URL("api/", hub);
export const ui = new URL("ui/", hub);

/** How long an answer may take: longer than the hub lets a password wait for its turn. */
const patience = 30_000;

/** Why a request did not do what it should. Status 0: no answer came. */
export class Refusal extends Error {
  constructor(status, { detail = "", errors = [] } = {}, retryAfter = null) {
    super(detail);
    this.status = status;
    this.errors = errors;
    this.wait = Number.parseInt(retryAfter ?? "", 10) || 60; // seconds, where it says to wait
  }
}

let signInAgain = async () => false;

/** Names what is asked when a session has ended: it answers whether there is one again. */
export function onSessionEnd(ask) {
  signInAgain = ask;
}

/** Asks the hub. Outside /api/auth/ a session that has ended is begun anew and the request
 * sent once more, so that no page has to think of it. */
export async function call(method, path, body) {
  const address = new URL(path, api);
  let response = await send(method, address, body);
  if (response.status === 401 && !path.startsWith("auth/") && await signInAgain()) {
    response = await send(method, address, body);
  }
  if (response.ok) return response;
  throw new Refusal(response.status, await response.json().catch(() => ({})), response.headers.get("Retry-After"));
}

async function send(method, address, body) {
  const headers = { Accept: "application/json" };
  if (method !== "GET") headers["X-Hub-Request"] = "1"; // no page of another origin can add it
  if (body) headers["Content-Type"] = "application/json";
  try {
    return await fetch(address, { method, headers, body: body && JSON.stringify(body), signal: AbortSignal.timeout(patience) });
  } catch {
    throw new Refusal(0);
  }
}

/** Who the hub takes this browser for. */
export const status = async () => (await call("GET", "auth/status")).json();
