// What has happened to the forge, in words.
import type { Forge } from "../../../api/types";

type Found = NonNullable<Forge["diverged"]>;

const n = (count: number): string => count.toLocaleString();

/** So many documents: "1 page or progress file", "63 pages and progress files". */
export const files = (count: number): string => (count === 1 ? "1 page or progress file" : `${n(count)} pages and progress files`);

/** That they will be deleted. */
export const gone = (count: number): string => (count === 1 ? "1 page or progress file is deleted" : `${n(count)} pages and progress files are deleted`);

/** What a sync found, as one sentence. */
export function found({ reason, known, missing }: Pick<Found, "reason" | "known" | "missing">): string {
  const lost = missing === known ? `all ${n(known)} files` : `${n(missing)} of the ${n(known)} files`;
  const are = missing === 1 ? "is" : "are";
  switch (reason) {
    case "rewritten":
      return `The forge's branch was replaced by another history${missing > 0 ? `, and ${lost} that both sides had ${are} gone from it` : ", with the same files in it"}.`;
    case "emptied":
      return known === 1 ? "The one file that both sides had is gone from the forge." : `All ${n(known)} files that both sides had are gone from the forge.`;
    case "vanished":
      return `${n(missing)} of the ${n(known)} files that both sides had ${are} gone from the forge at once.`;
  }
}
