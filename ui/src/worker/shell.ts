// What the page is made of, and which of its files answers a request.

/** The files of a build: the SHA-256 of each in base64, by its path below /ui/. The page is "". */
export type Files = ReadonlyMap<string, string>;

/** The page, which stands at every place. */
export const page = "";

/** Whether the file is named after what is in it. */
export const isHashed = (name: string): boolean => name.startsWith("assets/");

/** A place of the dashboard, not a file of it: the same rule as the hub's. */
const isPlace = (name: string): boolean => !name.includes(".") && name !== "assets" && !isHashed(name);

/**
 * The file that answers a request; null: it is none of the page's business and goes its way.
 * `root` is …/ui/.
 */
export function fileFor({ method, mode, url }: Pick<Request, "method" | "mode" | "url">, root: URL, files: Files): string | null {
  const { origin, pathname } = new URL(url);
  if (method !== "GET" || origin !== root.origin || !(pathname + "/").startsWith(root.pathname)) return null;
  const name = pathname.slice(root.pathname.length); // "" also for …/ui
  if (name !== page && files.has(name)) return name;
  return mode === "navigate" && isPlace(name) ? page : null;
}

/** The files that a place begins with by its name or the first part of it; "" has those of every page. */
export type Hints = Readonly<Record<string, readonly string[]>>;

/** The screen of the page itself. */
const first = "now";

/**
 * The files that a place begins with, as a Link header (RFC 8288), so that none waits for
 * another to be read: the same as the hub's own.
 */
export function links(url: string, root: URL, hints: Hints): string {
  const place = new URL(url).pathname.slice(root.pathname.length) || first;
  const own = [place, place.split("/", 1)[0]!].find((name) => Object.hasOwn(hints, name));
  const files = [...hints[page] ?? [], ...own ? hints[own]! : []];
  return files.map((file) => `<${root.pathname}${file}>; rel=${file.endsWith(".css") ? "preload; as=style; crossorigin" : "modulepreload"}`).join(", ");
}

/** Where the build leaves room for the way to …/ui/; handler.go fills it in as well. */
const baseMark = /<base href="[^"]*">/;

/** The page as it is right at every address, with what the hub says about it. */
export async function atEveryPlace(response: Response, root: URL): Promise<Response> {
  const headers = new Headers(response.headers);
  for (const name of ["Content-Encoding", "Content-Length", "ETag", "Link"]) headers.delete(name); // of another text, for one place
  const text = await response.text();
  return new Response(text.replace(baseMark, `<base href="${root.pathname}">`), { headers });
}
