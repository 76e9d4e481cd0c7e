// Every request to the hub goes through here. Paths, parameters, bodies and answers are
// typed by the API's own description; screens never put an address together.
import { signal } from "@preact/signals";
import { Refusal } from "./refusal";
import type { paths } from "./schema";

type Verb = "get" | "post" | "put" | "patch" | "delete";
type Operation = { parameters: object; responses: object };

/** The paths that know a verb. */
export type PathsOf<V extends Verb> = {
  [P in keyof paths]: paths[P][V] extends Operation ? P : never;
}[keyof paths] & string;

type At<P extends keyof paths, V extends Verb> = Extract<paths[P][V], Operation>;
type InPath<O> = O extends { parameters: { path: infer T } } ? { path: T } : { path?: undefined };
type InQuery<O> = O extends { parameters: { query: infer T } } ? { query: T }
  : O extends { parameters: { query?: infer T } } ? { query?: T } : { query?: undefined };
type InBody<O> = O extends { requestBody: { content: { "application/json": infer T } } } ? { body: T }
  : O extends { requestBody?: { content: { "application/json": infer T } } } ? { body?: T } : { body?: undefined };
type Content<R> = R extends { content: { "application/json": infer T } } ? T : never;

/** What an operation answers with; undefined when it has nothing to say. */
export type DataOf<P extends keyof paths, V extends Verb> =
  At<P, V> extends { responses: infer R } ? NonNullable<{ [S in keyof R & (200 | 201)]: Content<R[S]> }[keyof R & (200 | 201)]> : undefined;

/** How a request is sent, beside what it says. */
export interface Manner {
  /** Writes only over the version with this ETag; else the hub refuses with 412. */
  ifMatch?: string | null;
  /** Names a POST, so that sending it again does it once (`newKey`). */
  key?: string;
  /** Gives the request up. */
  signal?: AbortSignal;
  /** How long the whole answer may take, in milliseconds; null: as long as it takes. */
  within?: number | null;
}

export type Params<P extends keyof paths, V extends Verb> = InPath<At<P, V>> & InQuery<At<P, V>> & InBody<At<P, V>> & Manner;

type Needs<T> = object extends T ? [params?: T] : [params: T];

export interface Answer<T> {
  data: T;
  status: number;
  etag: string | null;
  /** The event of the change that was made; it can be undone by it. */
  event: string | null;
  /** The ids of the threads that can start now that this one is finished. */
  freed: readonly string[];
  /** Of a search that found nothing: what it may have been meant to be. */
  meant: string | null;
  /** Of a list: how many there are over all pages. */
  total: number | null;
  /** Of a list: the cursor of the next page; null at the end. */
  next: string | null;
}

/** How long an answer may take: longer than the hub lets a password wait for its turn. */
const patience = 30_000;

/** Whether the last request got an answer. */
export const reachable = signal(true);

/** When the hub was last heard of, in milliseconds since 1970; 0: never. */
export const heard = signal(0);

/** Where the hub is, under any prefix: the page's base is …/ui/. */
const hub = new URL("../", document.baseURI);

let signInAgain: () => Promise<boolean> = async () => false;
const writers = new Set<() => void>();

/** Names what is asked when a session has ended: it answers whether there is one again. */
export function onSessionEnd(ask: () => Promise<boolean>): void {
  signInAgain = ask;
}

/** Is told of every write that succeeded. */
export function onWrite(tell: () => void): () => void {
  writers.add(tell);
  return () => writers.delete(tell);
}

/** Tells of a write that succeeded on another way than this module's. */
export const wrote = (): void => { for (const tell of writers) tell(); };

interface Loose extends Manner {
  /** Beside those that every request has. */
  headers?: Record<string, string>;
  path?: object | undefined;
  query?: object | undefined;
  body?: unknown;
}

/** The address of an operation. */
export function address(path: string, { path: segments = {}, query = {} }: Loose = {}): URL {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = encodeURIComponent(String((segments as Record<string, unknown>)[name]));
    return name === "path" ? value.replaceAll("%2F", "/") : value; // a page's path has segments
  });
  const url = new URL(filled.replace(/^\//, ""), hub);
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null || value === "" || value === false) continue;
    url.searchParams.set(name, Array.isArray(value) ? value.join(",") : String(value));
  }
  return url;
}

/** A key for a POST that may have to be sent again. */
export const newKey = (): string => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

async function send(verb: Verb, url: URL, { body, headers: more, ifMatch, key, signal: given, within = patience }: Loose): Promise<Response> {
  const headers: Record<string, string> = { Accept: "application/json", ...more };
  if (verb !== "get") headers["X-Hub-Request"] = "1"; // no page of another origin can add it
  const file = body instanceof Blob;
  if (body !== undefined) headers["Content-Type"] = file ? "application/octet-stream" : "application/json";
  if (ifMatch) headers["If-Match"] = ifMatch;
  if (key) headers["Idempotency-Key"] = key;
  const ends = [given, within === null ? undefined : AbortSignal.timeout(within)].filter((signal) => signal !== undefined);
  try {
    const response = await fetch(url, {
      method: verb.toUpperCase(),
      headers,
      body: body === undefined ? null : file ? body : JSON.stringify(body),
      signal: AbortSignal.any(ends),
    });
    reachable.value = true;
    heard.value = Date.now();
    return response;
  } catch (failure) {
    if (given?.aborted) throw failure; // nobody waits for it any more
    reachable.value = false;
    throw new Refusal(0);
  }
}

/** The hub's answer to a request that it took. */
export async function reach(verb: Verb, path: string, params: Loose): Promise<Response> {
  const url = address(path, params);
  let response = await send(verb, url, params);
  // A session that has ended is begun anew over the page, and the request sent once more.
  if (response.status === 401 && !path.startsWith("/api/auth/") && await signInAgain()) {
    response = await send(verb, url, params);
  }
  if (!response.ok) throw new Refusal(response.status, await response.json().catch(() => ({})), response.headers);
  return response;
}

async function call(verb: Verb, path: string, params: Loose = {}): Promise<Answer<unknown>> {
  const response = await reach(verb, path, params);
  const { headers } = response;
  const data = response.status === 204 ? undefined : await response.json().catch(() => {
    throw new Refusal(0); // cut off
  });
  if (verb !== "get") wrote();
  return {
    data,
    status: response.status,
    etag: headers.get("ETag"),
    event: headers.get("X-Hub-Event"),
    freed: headers.get("X-Hub-Can-Start")?.split(", ") ?? [],
    meant: headers.has("X-Hub-Suggestion") ? decodeURIComponent(headers.get("X-Hub-Suggestion")!) : null,
    total: headers.has("X-Total-Count") ? Number(headers.get("X-Total-Count")) : null,
    next: cursorOf(headers.get("Link")),
  };
}

/** The cursor of the next page; the rest of its address may be written for another prefix. */
function cursorOf(link: string | null): string | null {
  const next = /<([^>]*)>\s*;\s*rel="?next"?/.exec(link ?? "")?.[1];
  return next ? new URL(next, hub).searchParams.get("cursor") : null;
}

/** Asks with one verb. */
type Ask<V extends Verb> = <P extends PathsOf<V>>(path: P, ...params: Needs<Params<P, V>>) => Promise<Answer<DataOf<P, V>>>;

const ask = <V extends Verb>(verb: V) => ((path: string, params?: Loose) => call(verb, path, params)) as Ask<V>;

/**
 * The API: `api.get("/api/threads/{id}", { path: { id } })`. It throws a {@link Refusal}
 * whenever the answer is not the one that was asked for.
 */
export const api = { get: ask("get"), post: ask("post"), put: ask("put"), patch: ask("patch"), delete: ask("delete") };

const unanswered = new Map<string, Loose>();

/** POSTs what is to be there once. When no answer came, the hub may have it: the same request is then sent
 * again, under the same key. `what` is the same as long as it is the same thing to the owner; default: the
 * request, which may name a moment that goes on with the clock. */
export async function add<P extends PathsOf<"post">>(path: P, params: Params<P, "post">, what: unknown = params): Promise<Answer<DataOf<P, "post">>> {
  const name = JSON.stringify([path, what]);
  const sent = unanswered.get(name) ?? { ...params, key: newKey() };
  unanswered.set(name, sent);
  try {
    const answer = await call("post", path, sent);
    unanswered.delete(name);
    return answer as Answer<DataOf<P, "post">>;
  } catch (failure) {
    if (failure instanceof Refusal && !failure.offline) unanswered.delete(name);
    throw failure;
  }
}

/** Sends a file as the body of a POST, and takes as long as that takes. */
export const upload = <P extends PathsOf<"post">>(path: P, file: Blob, params: InQuery<At<P, "post">> & Pick<Loose, "headers" | "signal">): Promise<Answer<DataOf<P, "post">>> =>
  call("post", path, { ...params, body: file, within: null }) as Promise<Answer<DataOf<P, "post">>>;
