// Files that the hub makes, for saving: their own file, as no first screen needs it.
import { type PathsOf, reach } from "./client";
import { Refusal } from "./refusal";

/** How a file arrives. */
export interface Arrival {
  /** Gives the download up. */
  signal: AbortSignal;
  /** Is told how much has come, in bytes, as soon as anything has. */
  tell: (received: number, size: number) => void;
}

/** Fetches a file by POST. Its name is the hub's. It throws a {@link Refusal} also when the
 * file ends early, and the signal's reason when it is given up. */
export async function download(path: PathsOf<"post">, body: object, { signal: given, tell }: Arrival): Promise<{ file: Blob; name: string }> {
  const { headers, body: stream } = await reach("post", path, { body, signal: given, within: null });
  const size = Number(headers.get("Content-Length"));
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let received = 0;
  try {
    for (const reader = stream!.getReader(); ;) {
      const { done, value } = await reader.read();
      if (done) break;
      parts.push(value);
      tell(received += value.length, size);
    }
  } catch {
    given.throwIfAborted();
    throw new Refusal(0);
  }
  if (received !== size) throw new Refusal(0);
  return { file: new Blob(parts, { type: headers.get("Content-Type") ?? "" }), name: /filename="([^"]+)"/.exec(headers.get("Content-Disposition") ?? "")?.[1] ?? "" };
}
